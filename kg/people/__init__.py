"""People: persons and their accounts, the participants of a conversation, and the social graph."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.people.attributed_text import attribute_description, attribute_line, attribute_sentence, needs_attribution
    from kg.people.endorsement import is_endorsed, read_authority
    from kg.people.imported_people import (
        ImportedNote,
        ImportedPerson,
        ImportedTie,
        ImportedViolation,
        PeopleImport,
        check_imported_person,
    )
    from kg.people.lasting_names import LastingNames, name_people, name_speakers_of
    from kg.people.participants import (
        UNKNOWN_PERSON,
        Participants,
        ParticipantsQuery,
        PersonCard,
        SpeakerName,
        parse_participants,
        read_participants,
        show_name,
    )
    from kg.people.relationships import RELATIONSHIP_PREDICATES, relationship_name
    from kg.people.roster import People
    from kg.people.social_graph import SocialGraph
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "RELATIONSHIP_PREDICATES",
    "UNKNOWN_PERSON",
    "ImportedNote",
    "ImportedPerson",
    "ImportedTie",
    "ImportedViolation",
    "LastingNames",
    "Participants",
    "ParticipantsQuery",
    "People",
    "PeopleImport",
    "PersonCard",
    "SocialGraph",
    "SpeakerName",
    "attribute_description",
    "attribute_line",
    "attribute_sentence",
    "check_imported_person",
    "is_endorsed",
    "name_people",
    "name_speakers_of",
    "needs_attribution",
    "parse_participants",
    "read_authority",
    "read_participants",
    "relationship_name",
    "show_name",
]
