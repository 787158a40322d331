"""neo4j.conf and the command that starts the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.server import Java
from kg.server.config import MemoryLimits, memory_limits, remove_unfinished, render_neo4j_conf, start_command
from kg.settings import Settings

GIB = 1 << 30

CONF = {
    "server.default_listen_address": "127.0.0.1",
    "server.default_advertised_address": "127.0.0.1",
    "server.bolt.listen_address": "127.0.0.1:17001",
    "server.bolt.advertised_address": "127.0.0.1:17001",
    "server.http.listen_address": "127.0.0.1:17002",
    "server.http.advertised_address": "127.0.0.1:17002",
    "server.https.enabled": "false",
    "server.memory.pagecache.size": "300m",
    "dbms.usage_report.enabled": "false",
    "dbms.fleet_manager.enabled": "false",
    "client.allow_telemetry": "false",
    "server.http.x_forward.enabled": "false",
    "db.tx_log.rotation.size": "32m",
    "db.tx_log.rotation.retention_policy": "keep_none",
    "db.transaction.timeout": "10m",
    "dbms.cypher.min_replan_interval": "2m",
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    "internal.cypher.use_parameter_size": "false",
    "internal.cypher.expression_engine": "INTERPRETED",
    "internal.dbms.index.vector.standard_merge_factor": "4",
}


def test_conf_has_exactly_these_settings() -> None:
    text = render_neo4j_conf(Settings(bolt_port=17001, http_port=17002), MemoryLimits(heap=700, page_cache=300))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert dict(line.split("=", 1) for line in lines) == CONF


def test_conf_includes_lines_of_the_settings() -> None:
    own = {"dbms.cypher.min_replan_interval": "1h", "db.memory.transaction.max": "512m"}
    text = render_neo4j_conf(
        Settings(bolt_port=17001, http_port=17002, server_config=own), MemoryLimits(heap=700, page_cache=300)
    )
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert sorted(line.split("=", 1) for line in lines) == sorted(map(list, (CONF | own).items()))


@pytest.mark.parametrize("own", [{"a.b": "1\nc.d=2"}, {"a.b": ""}, {"a b": "1"}, {"a=b": "1"}, {"#a": "1"}])
def test_a_line_of_the_settings_is_one_line(own: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="server_config"):
        Settings(server_config=own)


@pytest.mark.parametrize(
    ("total", "expected"),
    [(2 * GIB, (512, 256)), (12 * GIB, (1024, 512)), (24 * GIB, (1536, 1024)), (256 * GIB, (1536, 1024))],
)
def test_the_small_profile_uses_a_small_share_of_the_machine(total: int, expected: tuple[int, int]) -> None:
    assert memory_limits(Settings(), total=total) == MemoryLimits(*expected)


@pytest.mark.parametrize(
    ("total", "expected"), [(4 * GIB, (1024, 819)), (24 * GIB, (4096, 4915)), (256 * GIB, (16384, 52428))]
)
def test_the_large_profile_leaves_most_memory_to_the_indexes(total: int, expected: tuple[int, int]) -> None:
    assert memory_limits(Settings(server_profile="large"), total=total) == MemoryLimits(*expected)


@pytest.mark.parametrize("profile", ["small", "large"])
def test_memory_limits_of_the_settings_take_precedence(profile: str) -> None:
    chosen = Settings(heap_mb=2048, page_cache_mb=100, server_profile=profile)
    assert memory_limits(chosen, total=2 * GIB) == MemoryLimits(2048, 100)


def test_the_command_for_a_java_with_the_vector_module() -> None:
    command = start_command(
        Java(Path("/java"), "25.0.3", True), Path("/cache/v/lib"), Path("/h"), MemoryLimits(700, 300)
    )
    assert command[:3] == ["/java/bin/java", "-cp", "/cache/v/lib/*"]
    assert {"-Xms256m", "-Xmx700m", "-XX:+UseG1GC", "--add-modules=jdk.incubator.vector"} <= set(command)
    assert "--sun-misc-unsafe-memory-access=allow" in command
    assert "-XX:SharedArchiveFile=/cache/v/classes-25.0.3.jsa" in command
    main = command.index("org.neo4j.server.Neo4jCommunity")
    assert command[main + 1 :] == ["--home-dir=/h", "--config-dir=/h/conf", "--console-mode"]


def test_the_command_for_an_older_java_without_the_vector_module() -> None:
    command = start_command(Java(Path("/java"), "21.0.1", False), Path("/lib"), Path("/h"), MemoryLimits(128, 64))
    assert "-Xms128m" in command
    assert not [option for option in command if "incubator" in option or "sun-misc" in option]
    assert not [option for option in command if "TieredStopAtLevel" in option]


def test_an_incomplete_class_archive_is_removed(tmp_path: Path) -> None:
    archive = tmp_path / "classes-25.jsa"
    remove_unfinished(archive)
    archive.write_bytes(b"\xa8\xba\x0b\xf0 and so on")
    remove_unfinished(archive)
    assert archive.exists()
    archive.write_bytes(bytes(100))
    remove_unfinished(archive)
    assert not archive.exists()
