"""The settings of kg, read from environment variables (KG_…) or passed as arguments; nothing is read at import."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.types import LOCAL_ADDRESS, refuse_credentials, validate_address

Audience = Literal["shared", "session", "person"]
Tier = Literal["stranger", "acquaintance", "familiar", "trusted", "inner_circle"]
CoreSection = Literal["identity", "people", "preferences", "context", "scratch"]
Positive = Annotated[int, Field(ge=1)]
Address = Annotated[str, AfterValidator(refuse_credentials)]
ConfigName = Annotated[str, Field(pattern=r"^[a-z][A-Za-z0-9_.]+$")]
ConfigValue = Annotated[str, Field(pattern=r"^[^\r\n]+$")]
CORE_LIMITS: dict[CoreSection, int] = {
    "identity": 600,
    "people": 1200,
    "preferences": 800,
    "context": 600,
    "scratch": 800,
}
"""The sections of core memory, in order, and the token limit of each."""
AgentAct = Literal["core", "note", "mute", "mark"]
AGENT_LIMITS: dict[AgentAct, int] = {"core": 20, "note": 50, "mute": 10, "mark": 20}
"""The kinds of acts of an agent in its own name, and the limit of each within 24 hours."""
_PATTERN = re.compile(r"[A-Za-z0-9._:@*?\[\]!-]{1,256}")


class ServerEntry(BaseModel):
    """An entry of `KG_SERVERS`: a server and the scopes that it has.

    Attributes:
        scopes: patterns of the scopes on this server (`*`, `?`, `[a-m]`); none: only scopes that were moved there.
        uri: its address, or `local` for the local server of `kg up`.
        user: the user name; None: KG_NEO4J_USER.
        password: the password; None: KG_NEO4J_PASSWORD.
        database: the database; None: KG_NEO4J_DATABASE.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    scopes: tuple[str, ...] = ()
    uri: str
    user: str | None = None
    password: SecretStr | None = None
    database: str | None = None

    @field_validator("scopes", mode="before")
    @classmethod
    def _one_or_several(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @field_validator("scopes")
    @classmethod
    def _patterns(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in value:
            if not _PATTERN.fullmatch(pattern):
                raise ValueError(
                    f"{pattern!r} is not a pattern of scope names; use letters, digits and . _ : @ - * ? [ ] !"
                )
        return value

    @field_validator("uri")
    @classmethod
    def _address(cls, value: str) -> str:
        return value if value == LOCAL_ADDRESS else validate_address(value)


class Settings(BaseSettings):
    """The settings, each with its default. The variable for `bolt_port` is `KG_BOLT_PORT`, and so on."""

    # Invalid values are not shown: they may contain a password.
    model_config = SettingsConfigDict(
        env_prefix="KG_", frozen=True, extra="forbid", env_ignore_empty=True, hide_input_in_errors=True
    )

    # Database.
    neo4j_uri: Address | None = Field(
        None, description="Address of a server (bolt, neo4j, +s, +ssc); none: the local server of `kg up`."
    )
    neo4j_user: str = Field("neo4j", description="User name for the server.")
    neo4j_password: SecretStr | None = Field(None, description="Password for the server; never printed.")
    neo4j_database: str = Field("neo4j", description="Database on the server.")
    neo4j_pool: Positive = Field(50, description="Maximum number of open connections of one Memory.")
    neo4j_timeout_s: Annotated[float, Field(gt=0)] = Field(
        30.0, description="Seconds after which connecting, or retrying a transaction, fails."
    )

    servers: tuple[ServerEntry, ...] = Field(
        (),
        description='Servers of scopes that are distributed over several servers, as JSON: `[{"scopes": "acme-*", "uri": '
        '"neo4j://one:7687", "user": …, "password": …, "database": …}, …]`. The first entry whose pattern matches has the '
        "scope; the server above has all others. See [scale](scale.md#many-servers).",
    )
    move_wait_s: Annotated[float, Field(ge=0)] = Field(
        30.0, description="Seconds that a write waits for the end of a move of its scope before it fails."
    )

    tracing: bool = Field(
        False, description="Whether calls and statements make OpenTelemetry spans (extra kg-agent-memory[otel])."
    )

    # The local server.
    data_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("kg", appauthor=False)),
        description="Folder of the local server's graph, password and log.",
    )
    cache_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir("kg", appauthor=False)),
        description="Folder of downloads: the server's jars and model weights.",
    )
    maven_url: str = Field(
        "https://repo.maven.apache.org/maven2",
        repr=False,
        description="Maven repository, or a mirror of it, from which the server's jars are downloaded.",
    )
    java_home: Path | None = Field(None, description="Folder of a Java 21 or newer; none: search for one.")
    bolt_port: Annotated[int, Field(ge=1, le=65535)] = Field(
        7687, description="Port of the local server for Bolt, on the loopback interface."
    )
    http_port: Annotated[int, Field(ge=1, le=65535)] = Field(
        7474, description="Port of the local server for Neo4j Browser, on the loopback interface."
    )
    server_profile: Literal["small", "large"] = Field(
        "small",
        description="Memory use of the local server: `small` leaves the machine to other work, `large` is for a dedicated "
        "machine and millions of memories.",
    )
    heap_mb: Positive | None = Field(
        None, description="Heap of the local server; none: a share of the machine's memory."
    )
    page_cache_mb: Positive | None = Field(
        None, description="Page cache of the local server; none: a share of the machine's memory."
    )
    server_config: dict[ConfigName, ConfigValue] = Field(
        default_factory=dict,
        description="Additional settings of the local server, as JSON: they replace or add lines in its neo4j.conf.",
    )
    start_timeout_s: Annotated[float, Field(gt=0)] = Field(
        180.0, description="Seconds that the local server may take to start."
    )

    # Language.
    embedder: str = Field(
        "minilm",
        description="`minilm` (ONNX Runtime), `torch:NAME` (sentence-transformers; extra kg-agent-memory[torch]), `hashing` "
        "(no model).",
    )
    model_dir: Path | None = Field(
        None,
        description="A folder with model.safetensors (or model.onnx) and tokenizer.json that replaces the included MiniLM.",
    )
    embed_threads: Annotated[int, Field(ge=0)] = Field(
        0, description="Threads of the embedder; 0: the number of cores, minus one for the database."
    )
    embed_batch: Positive = Field(16, description="Texts that the embedder processes in one batch.")
    extractor: str = Field(
        "rules",
        description="`rules` (names from the embedder's hidden states), `spacy:NAME` (names from a pipeline), "
        "`gliner:NAME_OR_PATH` (extra kg-agent-memory[gliner]), `none` (no extraction).",
    )
    context_relevance: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0015,
        description="Least relevance of a hit in a context: its score times the relevance of the message squared, and "
        "up to five times less after hits that probably answer; 0 keeps all that fit. See [context](context.md#relevance).",
    )
    observation_worth: Annotated[float, Field(ge=0, le=1)] = Field(
        0.15,
        description="Least worth of an observation that becomes a fact with an open predicate: the probability that a careful "
        "reader would note it; 1 keeps none. See [knowledge](knowledge.md#observations).",
    )
    passage_pieces: Annotated[int, Field(ge=16)] = Field(
        224, description="Maximum word pieces of a passage; longer texts are split."
    )
    passage_overlap: Annotated[int, Field(ge=0)] = Field(
        32, description="Word pieces of the previous passage that a passage repeats, in whole sentences."
    )
    token_encoding: str = Field("cl100k_base", description="The tiktoken encoding in which token budgets are counted.")
    max_text_chars: Positive = Field(
        1_000_000, description="Maximum characters of an event's text; longer texts are refused."
    )

    # The optional language model.
    llm_model: str | None = Field(
        None, description="Name of the language model on its server; none: no language model."
    )
    llm_url: Address = Field(
        "https://api.openai.com/v1",
        description="Base address of a server with the OpenAI chat-completions protocol.",
    )
    llm_api_key: SecretStr | None = Field(
        None, description="Key for that server; never printed. None: no key is sent, as for local servers."
    )
    llm_timeout_s: Annotated[float, Field(gt=0)] = Field(
        60.0, description="Seconds that one response of the language model may take, from the request to its last byte."
    )
    llm_max_tokens: Positive = Field(2048, description="Maximum tokens of one response of the language model.")

    # Log and digestion.
    channel_audience: dict[str, Audience] = Field(
        default_factory=dict,
        description="Audience of the messages of a channel if the event has none; shared by default.",
    )
    owner: tuple[str, ...] = Field((), description="Identities (platform:id) of the owner.")
    digest_batch: Positive = Field(20, description="Events that the worker claims in one batch.")
    digest_bulk: Positive = Field(200, description="Events that `digest()` in the foreground claims in one batch.")
    lease_s: Positive = Field(300, description="Seconds after which a claimed event returns to pending.")
    ray_address: str | None = Field(
        None,
        description="A running Ray cluster that `--engine ray` joins (`auto`, HOST:PORT); none: start one on this machine.",
    )
    ray_embedders: Annotated[int, Field(ge=0)] = Field(
        0,
        description="Ray actors that embed; 0: one per core, or one per GPU for a `torch:` embedder if there are GPUs.",
    )
    ray_extractors: Annotated[int | None, Field(ge=0)] = Field(
        None,
        description="Ray actors that extract from embedded texts; 0: the embedding actors extract, too. None: 0, or the "
        "remaining cores if the embedder uses GPUs.",
    )
    worker_interval_s: Positive = Field(60, description="Seconds between two cycles of the worker.")
    worker_start_delay_s: Annotated[float, Field(ge=0)] = Field(
        10.0, description="Seconds before the worker's first cycle."
    )
    retry_attempts: Annotated[int, Field(ge=0)] = Field(
        3,
        description="Number of retries of a digestion, or of a request to a language model, after a transient error.",
    )
    retry_delay_s: Annotated[float, Field(ge=0)] = Field(
        1.0, description="Seconds before the first retry; doubled for each further one."
    )

    # People and trust.
    violation_half_life_days: Annotated[float, Field(ge=1, le=36_500)] = Field(
        180.0, description="Days after which the effect of a violation on the trust score is halved."
    )
    endorsement_required: bool = Field(
        True,
        description="Whether a familiar person may replace what owners, endorsed persons and people about themselves have said, "
        "and state contact details, health and roles of others, only after an endorsement: an owner's or trusted person's good "
        "mark or rating, or an owner's word that the two are related.",
    )
    rate_messages: Positive = Field(
        10, description="Messages that a person other than an owner may send within the window."
    )
    rate_window_s: Annotated[float, Field(gt=0, le=86_400)] = Field(30.0, description="Seconds of that window.")
    rate_severity: Annotated[float, Field(ge=0.05, le=0.5)] = Field(
        0.1, description="Severity of the violation that exceeding this rate is."
    )
    suspicious_marks: Positive = Field(
        3, description="Excess messages within the window after which a person below `familiar` is muted."
    )
    suspicious_window_s: Annotated[float, Field(gt=0, le=86_400)] = Field(300.0, description="Seconds of that window.")
    auto_mute_s: Annotated[float, Field(gt=0, le=86_400)] = Field(
        600.0, description="Seconds that such a person is muted."
    )
    restricted_tools: tuple[str, ...] = Field(
        ("exec", "write_file", "edit_file", "read_file", "list_dir", "spawn", "cron"),
        description="Tools that only an owner may use.",
    )
    restricted_tiers: dict[str, Tier] = Field(
        default_factory=dict,
        description='Restricted tools that are allowed from a trust tier on, such as `{"read_file": "trusted"}`.',
    )

    # Memory stores.
    core_tokens: Positive = Field(4000, description="Maximum tokens of core memory, over all sections.")
    core_limits: dict[CoreSection, Positive] = Field(
        default_factory=lambda: dict(CORE_LIMITS),
        description="Maximum tokens of each section of core memory; sections that are not listed keep their defaults.",
    )
    working_days: Annotated[float, Field(gt=0, le=36_500)] = Field(
        7.0, description="Days after which working memory is stale and ignored."
    )
    forgetting_per_hour: Annotated[float, Field(gt=0, le=10)] = Field(
        0.1, description="Decay rate of an unused long-term memory per hour (exponent)."
    )
    procedures_approved: bool = Field(False, description="Whether proposed procedures are approved automatically.")
    owner_zone: str = Field(
        "UTC",
        description="Time zone of the owner (such as `Europe/Oslo`), which defines the days of diary and journal.",
    )

    # Import.
    import_mb: Positive = Field(
        1_000,
        description="Maximum megabytes of a file that is read as a whole, or of an unpacked zip archive; others are refused.",
    )

    source_user: str = Field("neo4j", description="User name for a server that is imported from.")
    source_password: SecretStr | None = Field(
        None, description="Password for a server that is imported from; never printed."
    )
    source_database: str = Field("neo4j", description="Database that is imported from.")

    # Retention.
    retention_days: Annotated[float, Field(gt=0, le=36_500)] = Field(
        365.0,
        description="Days after which `retain` deletes events; three times as many for events with derived records.",
    )
    retention_events: Positive = Field(
        100_000,
        description="Number of newest events that `retain` leaves; three times as many for events with derived records.",
    )

    # Sleep.
    sleep_at: str = Field(
        "04:00", description="Time of day of the daily deep sleep (such as `04:00`), in the owner's time zone."
    )
    sleep_quiet_s: Positive = Field(300, description="Seconds without messages after which a quick sleep begins.")
    sleep_lease_s: Positive = Field(
        600,
        description="Seconds without progress after which a sleep run counts as interrupted, and another process continues it.",
    )

    # Recall and context.
    candidates: Annotated[int, Field(ge=10, le=1000)] = Field(
        100, description="Candidates that vector search and full-text search each contribute to the ranking."
    )
    neighbours: Annotated[int, Field(ge=0)] = Field(
        25,
        description="Number of best candidates of each search whose neighbours in the session become candidates, too.",
    )
    history_whole: Positive = Field(
        25,
        description="Maximum messages of a session that a context quotes completely, without a summary of older ones.",
    )
    history_last: Positive = Field(20, description="Messages that a context quotes from a longer session.")
    history_renew: Positive = Field(
        3, description="Messages after which the summary of the older messages of a session is selected again."
    )
    anchor_every: Positive = Field(
        6, description="Replies of the agent after which a context repeats the agent's identity and task."
    )
    context_diary_days: Positive = Field(3, description="Days of the diary in a context, including today.")
    social_depth: Annotated[int, Field(ge=1, le=6)] = Field(
        3, description="Maximum number of relationships in a path between two persons."
    )

    # Agents.
    tool_tokens: Annotated[int, Field(ge=200, le=100_000)] = Field(
        2_000, description="Maximum tokens of one tool result."
    )
    mcp_tools: Literal["core", "all"] = Field(
        "core", description="Tools that `kg mcp` offers: `core`, the six that an agent needs most, or `all`."
    )
    agent: str = Field(
        "agent:assistant",
        description="Account of the agent, which acts in its own name where the speaker has no right.",
    )
    agent_limits: dict[AgentAct, Annotated[int, Field(ge=0)]] = Field(
        default_factory=lambda: dict(AGENT_LIMITS),
        description="Maximum acts of the agent in its own name within 24 hours, by kind: changes of core memory, notes on "
        "people, mutes and marks; kinds that are not listed keep their defaults, 0 forbids one.",
    )
    agent_mute_minutes: Annotated[float, Field(ge=1, le=30)] = Field(
        10.0, description="Maximum minutes for which the agent may mute a person in its own name."
    )
    mcp_token: SecretStr | None = Field(
        None,
        description="Bearer token that clients of `kg mcp --http` send; required without --allow-anonymous; never printed.",
    )

    @field_validator("core_limits")
    @classmethod
    def _every_section(cls, value: dict[CoreSection, int]) -> dict[CoreSection, int]:
        """Fill missing limits with defaults, in the order of the sections."""
        return CORE_LIMITS | value

    @field_validator("agent_limits")
    @classmethod
    def _every_act(cls, value: dict[AgentAct, int]) -> dict[AgentAct, int]:
        """Fill missing limits with defaults."""
        return AGENT_LIMITS | value

    @field_validator("sleep_at")
    @classmethod
    def _hour_of_day(cls, value: str) -> str:
        try:
            return dt.datetime.strptime(value.strip(), "%H:%M").strftime("%H:%M")
        except ValueError:
            raise ValueError("must be a time of day, such as 04:00") from None

    @field_validator("owner_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            return zoneinfo.ZoneInfo(value).key
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("must be a time zone of the IANA database, such as Europe/Oslo") from None
