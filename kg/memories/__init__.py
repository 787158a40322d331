"""Memory stores: core, working and long-term memory, diary, journal, episodes, procedures, learnings and reflections."""
