"""Every setting of kg, read from the environment (KG_…) or a mapping, and passed in; nothing is read at import."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.types.addresses import LOCAL, checked_address

Audience = Literal["shared", "session", "person"]
Tier = Literal["stranger", "acquaintance", "familiar", "trusted", "inner_circle"]
CoreSection = Literal["identity", "people", "preferences", "context", "scratch"]
Positive = Annotated[int, Field(ge=1)]
ConfigName = Annotated[str, Field(pattern=r"^[a-z][A-Za-z0-9_.]+$")]
ConfigValue = Annotated[str, Field(pattern=r"^[^\r\n]+$")]
CORE_LIMITS: dict[CoreSection, int] = {
    "identity": 600,
    "people": 1200,
    "preferences": 800,
    "context": 600,
    "scratch": 800,
}
"""The sections of core memory in their order, and the tokens of each."""


_PATTERN = re.compile(r"[A-Za-z0-9._:@*?\[\]!-]{1,256}")


class ServerEntry(BaseModel):
    """A server that scopes live on, as `KG_SERVERS` names it.

    Attributes:
        scopes: patterns of the scopes that live there (`*`, `?`, `[a-m]`); none: only those that were moved there.
        uri: its address, or `local` for the local server of `kg up`.
        user: None: KG_NEO4J_USER.
        password: None: KG_NEO4J_PASSWORD.
        database: None: KG_NEO4J_DATABASE.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    scopes: tuple[str, ...] = ()
    uri: str
    user: str | None = None
    password: SecretStr | None = None
    database: str | None = None

    @field_validator("scopes", mode="before")
    @classmethod
    def _one_or_several(cls, given: object) -> object:
        return (given,) if isinstance(given, str) else given

    @field_validator("scopes")
    @classmethod
    def _patterns(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in given:
            if not _PATTERN.fullmatch(pattern):
                raise ValueError(f"{pattern!r} is no pattern of scopes: letters, digits and . _ : @ - with * ? [ ] !")
        return given

    @field_validator("uri")
    @classmethod
    def _address(cls, given: str) -> str:
        return given if given == LOCAL else checked_address(given)


class Settings(BaseSettings):
    """The settings, each with its default. The variable for `bolt_port` is `KG_BOLT_PORT`, and so on."""

    # What is refused is not repeated: it may hold a password.
    model_config = SettingsConfigDict(
        env_prefix="KG_", frozen=True, extra="forbid", env_ignore_empty=True, hide_input_in_errors=True
    )

    # Where the graph is.
    neo4j_uri: str | None = Field(
        None, description="Any other server (bolt, neo4j, +s, +ssc); none: the local server of `kg up`."
    )
    neo4j_user: str = Field("neo4j", description="User name for the server.")
    neo4j_password: SecretStr | None = Field(None, description="Password for the server; never printed.")
    neo4j_database: str = Field("neo4j", description="Database on the server.")
    neo4j_pool: Positive = Field(50, description="Connections kept open at most, for one Memory.")
    neo4j_timeout_s: Annotated[float, Field(gt=0)] = Field(
        30.0, description="Seconds until connecting, or retrying a transaction, is given up."
    )

    servers: tuple[ServerEntry, ...] = Field(
        (),
        description='Where scopes live that are spread over several servers, as JSON: `[{"scopes": "acme-*", "uri": '
        '"neo4j://one:7687", "user": …, "password": …, "database": …}, …]`. The first whose pattern fits has the scope; '
        "the server above has all others. See [scale](scale.md#many-servers).",
    )
    move_wait_s: Annotated[float, Field(ge=0)] = Field(
        30.0, description="Seconds that a write waits while its scope is moved to another server, until it is refused."
    )

    # The local server.
    data_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("kg", appauthor=False)),
        description="Where the local server keeps its graph, password and log.",
    )
    cache_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir("kg", appauthor=False)),
        description="Where downloads are kept: the server's jars, model weights.",
    )
    maven_url: str = Field(
        "https://repo.maven.apache.org/maven2",
        description="Maven repository, or a mirror of it, that the server's jars come from.",
    )
    java_home: Path | None = Field(None, description="A Java of at least 21, instead of any that is found.")
    bolt_port: Annotated[int, Field(ge=1, le=65535)] = Field(
        7687, description="Port of the local server for Bolt, on the loopback interface."
    )
    http_port: Annotated[int, Field(ge=1, le=65535)] = Field(
        7474, description="Port of the local server for Neo4j Browser, on the loopback interface."
    )
    server_profile: Literal["small", "large"] = Field(
        "small",
        description="What the local server takes of the machine: `small` leaves it to other work, `large` is for a machine "
        "of its own and memories by the million.",
    )
    heap_mb: Positive | None = Field(None, description="Heap of the local server; none: from the machine's memory.")
    page_cache_mb: Positive | None = Field(
        None, description="Page cache of the local server; none: from the machine's memory."
    )
    server_config: dict[ConfigName, ConfigValue] = Field(
        default_factory=dict,
        description="Further settings of the local server, as JSON: they replace or add lines of its neo4j.conf.",
    )
    start_timeout_s: Annotated[float, Field(gt=0)] = Field(
        180.0, description="Seconds that the local server may take to answer."
    )

    # Language.
    embedder: str = Field(
        "minilm",
        description="`minilm` (ONNX Runtime), `torch:NAME` (sentence-transformers; extra kg[torch]), `hashing` (no model).",
    )
    model_dir: Path | None = Field(
        None,
        description="A folder with model.safetensors (or model.onnx) and tokenizer.json instead of the shipped MiniLM.",
    )
    embed_threads: Annotated[int, Field(ge=0)] = Field(
        0, description="Threads of the embedder; 0: as many as there are cores, less one for the database."
    )
    embed_batch: Positive = Field(16, description="Texts that the embedder reads at once.")
    extractor: str = Field(
        "rules",
        description="`rules` (names on the embedder's pass), `spacy:NAME` (names by a pipeline), `gliner:NAME_OR_PATH` "
        "(extra kg[gliner]), `none` (nothing is read out of texts).",
    )
    passage_pieces: Annotated[int, Field(ge=16)] = Field(
        224, description="Word pieces of a passage at most; longer texts are cut."
    )
    passage_overlap: Annotated[int, Field(ge=0)] = Field(
        32, description="Word pieces that a passage repeats of the one before, in whole sentences."
    )
    token_encoding: str = Field("cl100k_base", description="The tiktoken encoding that budgets are counted in.")
    max_text_chars: Positive = Field(1_000_000, description="Longest text of one event; a longer one is refused.")

    # The language model, which is optional.
    llm_model: str | None = Field(
        None, description="Name of the language model as its server knows it; none: no model."
    )
    llm_url: str = Field(
        "https://api.openai.com/v1",
        description="Base address of a server that speaks the OpenAI chat-completions protocol.",
    )
    llm_api_key: SecretStr | None = Field(
        None, description="Key for that server; never printed. None: none is sent, as local servers want it."
    )
    llm_timeout_s: Annotated[float, Field(gt=0)] = Field(
        60.0, description="Seconds that one answer of the language model may take, from the question to its last byte."
    )
    llm_max_tokens: Positive = Field(2048, description="Tokens of one answer of the language model at most.")

    # Log and digestion.
    channel_audience: dict[str, Audience] = Field(
        default_factory=dict,
        description="Audience of a channel's messages where the event names none; shared otherwise.",
    )
    owner: tuple[str, ...] = Field((), description="Identities (platform:id) of the owner.")
    digest_batch: Positive = Field(20, description="Events that the worker claims at once.")
    digest_bulk: Positive = Field(200, description="Events that `digest()` in the foreground claims at once.")
    lease_s: Positive = Field(300, description="Seconds after which a claimed event returns to pending.")
    ray_address: str | None = Field(
        None,
        description="A running Ray that `--engine ray` joins (`auto`, HOST:PORT); none: one is begun on this machine.",
    )
    ray_embedders: Annotated[int, Field(ge=0)] = Field(
        0,
        description="Actors on Ray that embed; 0: one a core, or one a GPU for a `torch:` embedder where there are some.",
    )
    ray_extractors: Annotated[int | None, Field(ge=0)] = Field(
        None,
        description="Actors on Ray that read what others embedded; 0: those that embed read too. None: 0, but the other cores "
        "where the embedder has GPUs.",
    )
    worker_interval_s: Positive = Field(60, description="Seconds between two cycles of the worker.")
    worker_start_delay_s: Annotated[float, Field(ge=0)] = Field(
        10.0, description="Seconds before the worker's first cycle."
    )
    retry_attempts: Annotated[int, Field(ge=0)] = Field(
        3,
        description="Times that a digestion, or a question to a language model, that failed for a passing reason is tried again.",
    )
    retry_delay_s: Annotated[float, Field(ge=0)] = Field(
        1.0, description="Seconds before the first retry; doubled each time."
    )

    # People and trust.
    violation_half_life_days: Annotated[float, Field(ge=1, le=36_500)] = Field(
        180.0, description="Days after which a violation takes half as much from a score."
    )
    rate_messages: Positive = Field(10, description="Messages that anybody but an owner may send within the window.")
    rate_window_s: Annotated[float, Field(gt=0, le=86_400)] = Field(30.0, description="Seconds of that window.")
    rate_severity: Annotated[float, Field(ge=0.05, le=0.5)] = Field(
        0.1, description="Severity of the violation that sending more is."
    )
    suspicious_marks: Positive = Field(
        3, description="Messages too many within the window after which who is below familiar is muted."
    )
    suspicious_window_s: Annotated[float, Field(gt=0, le=86_400)] = Field(300.0, description="Seconds of that window.")
    auto_mute_s: Annotated[float, Field(gt=0, le=86_400)] = Field(600.0, description="Seconds that they are muted for.")
    restricted_tools: tuple[str, ...] = Field(
        ("exec", "write_file", "edit_file", "read_file", "list_dir", "spawn", "cron"),
        description="Tools that only an owner may use.",
    )
    restricted_tiers: dict[str, Tier] = Field(
        default_factory=dict,
        description='Restricted tools that are open all the same from a tier on, as `{"read_file": "trusted"}`.',
    )

    # Tiers.
    core_tokens: Positive = Field(4000, description="Tokens of core memory at most, all sections together.")
    core_limits: dict[CoreSection, Positive] = Field(
        default_factory=lambda: dict(CORE_LIMITS),
        description="Tokens of each section of core memory at most; a section that is not named keeps its default.",
    )
    working_days: Annotated[float, Field(gt=0, le=36_500)] = Field(
        7.0, description="Days after which working memory is stale, and counts as none."
    )
    forgetting_per_hour: Annotated[float, Field(gt=0, le=10)] = Field(
        0.1, description="How fast a long-term memory fades that nobody asks for: the exponent of an hour."
    )
    procedures_approved: bool = Field(
        False, description="Whether a procedure that is proposed counts as approved at once."
    )
    owner_zone: str = Field(
        "UTC",
        description="Time zone of the owner (as `Europe/Oslo`), by whose calendar diary and journal have their days.",
    )

    # Import.
    import_mb: Positive = Field(
        1_000, description="Megabytes that what is read of a zip may have unpacked; an import of more is refused."
    )

    # Retention.
    retention_days: Annotated[float, Field(gt=0, le=36_500)] = Field(
        365.0,
        description="Days after which `retain` forgets events; three times as many where something rests on them.",
    )
    retention_events: Positive = Field(
        100_000,
        description="Events that `retain` leaves, the newest; three times as many where something rests on them.",
    )

    # Sleep.
    sleep_at: str = Field(
        "04:00", description="When the daily deep sleep begins (as `04:00`), by the clock of the owner's zone."
    )
    sleep_quiet_s: Positive = Field(300, description="Seconds of silence after which a quick sleep begins.")
    sleep_lease_s: Positive = Field(
        600,
        description="Seconds without a sign after which a sleeper counts as gone, and the next one goes on with its sleep.",
    )

    # Recall and context.
    candidates: Annotated[int, Field(ge=10, le=1000)] = Field(
        100, description="Candidates that each of vector and full text brings to the ranking."
    )
    neighbours: Annotated[int, Field(ge=0)] = Field(
        25, description="Of how many of the best of each the neighbours in their sessions are candidates too."
    )
    history_whole: Positive = Field(
        25,
        description="Messages that a session may have for a context to quote all of them, without a summary of older ones.",
    )
    history_last: Positive = Field(20, description="Messages that a context quotes of a longer session.")
    history_renew: Positive = Field(
        3, description="After how many messages it is chosen anew what is told of older ones of the session."
    )
    anchor_every: Positive = Field(
        6, description="After how many replies of the agent a context tells once more who it is and what it does."
    )
    context_diary_days: Positive = Field(
        3, description="Days of the diary that a context tells, the present one included."
    )
    social_depth: Annotated[int, Field(ge=1, le=6)] = Field(
        3, description="Ties that a way from one person to another has at most."
    )

    # Agents.
    tool_tokens: Annotated[int, Field(ge=200, le=100_000)] = Field(
        2_000, description="Tokens of one answer of a tool at most."
    )
    mcp_token: SecretStr | None = Field(
        None,
        description="What clients of `kg mcp --http` send as bearer token; required beyond this machine, never printed.",
    )

    @field_validator("core_limits")
    @classmethod
    def _every_section(cls, given: dict[CoreSection, int]) -> dict[CoreSection, int]:
        """The limits that were given among the defaults, in their order."""
        return CORE_LIMITS | given

    @field_validator("sleep_at")
    @classmethod
    def _hour_of_day(cls, value: str) -> str:
        try:
            return dt.datetime.strptime(value.strip(), "%H:%M").strftime("%H:%M")
        except ValueError:
            raise ValueError("a time of day, as 04:00") from None

    @field_validator("owner_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            return zoneinfo.ZoneInfo(value).key
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("a time zone of the IANA database, as Europe/Oslo") from None
