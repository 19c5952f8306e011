import type { Meanings } from '../described.ts';

/** Variables that are not those of model providers. */
export const VARIABLE_MEANINGS: Meanings = {
  TIMESTEP_CONFIG:
    "Folder of the user's saved agents, logins and trusted folders. Default: `timestep` in `XDG_CONFIG_HOME`, or `~/.config/timestep`",
  TIMESTEP_DELEGATION_KEY:
    'Secret that the servers of one owner share, to trust each other about chains of calls and budgets',
  TIMESTEP_EMBEDDING_MODEL:
    'Model that chooses rules and tools by meaning, such as `openai/text-embedding-3-small`; `local`, `none`',
  TIMESTEP_UNSAFE_DISK: '`1` opens a database on a disk whose locks may not hold',
  PORT: 'Port of `serve` where `--port` is missing, as Cloud Run and Heroku set it',
  TIMESTEP_KILL_STORY: 'Set by kill tests for the processes that they kill, which read it',
  LOG_LEVEL: 'As `--log-level`: `debug`, `info`, `warn`, `error`',
  LOG_FORMAT: 'As `--log-format`: `pretty`, `json`',
  TEMPORAL_API_KEY: 'Key that is sent to the Temporal server',
  HTTPS_PROXY: 'Proxy for https addresses; also in lower case',
  HTTP_PROXY: 'Proxy for http addresses; also in lower case',
  NO_PROXY: 'Hosts that are reached without a proxy; also in lower case',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Address of a collector for traces',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'Complete address for traces',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector, as `name=value,name=value`',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'The same, for traces alone',
  OTEL_EXPORTER_OTLP_PROTOCOL: '`http/json`, or `http/protobuf` or `grpc` with a package',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'The same, for traces alone',
  OTEL_ENABLED: '`true` turns traces on without an address, `false` turns them off',
  OTEL_SDK_DISABLED: '`true` turns traces off',
  OTEL_TRACES_EXPORTER: '`otlp` turns traces on, `none` off',
  OTEL_SERVICE_NAME: 'Name of the service in traces. Default: `timestep`',
  OTEL_TRACES_SAMPLER: 'Which traces are exported, such as `parentbased_traceidratio`',
  OTEL_TRACES_SAMPLER_ARG: 'The share of traces, such as `0.1`',
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT:
    '`true` exports messages, arguments and results too',
  LANGFUSE_PUBLIC_KEY: 'Exports traces to a project of Langfuse, with the secret key',
  LANGFUSE_SECRET_KEY: 'The secret key of the project',
  LANGFUSE_BASE_URL: 'Address of Langfuse; also `LANGFUSE_BASEURL`, `LANGFUSE_HOST`',
  LANGFUSE_BASEURL: 'As `LANGFUSE_BASE_URL`',
  LANGFUSE_HOST: 'As `LANGFUSE_BASE_URL`',
  LANGFUSE_RELEASE: 'Release of your program, as Langfuse shows it',
  LANGFUSE_TRACING_ENVIRONMENT: 'Environment, as Langfuse shows it',
  NO_COLOR: 'Set: no colors in a terminal',
  COLUMNS: 'Width of text where standard output is no terminal',
  TERM: '`dumb`: no colors in a terminal',
  SSH_CONNECTION: 'Set: a terminal waits longer for the rest of a key',
  PATH: 'Where commands of MCP servers are found',
  HOME: "The user's folder",
  USERPROFILE: "The user's folder on Windows",
  XDG_CONFIG_HOME: 'Folder for settings of programs',
};
