import type {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ClientCapabilities,
  LoggingLevel,
} from '@modelcontextprotocol/server';

/** Data about the client in the `_meta` of each request since MCP 2026-07-28. */
export interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  /** Minimum severity of log messages. Undefined: the client receives none. */
  readonly [LOG_LEVEL_META_KEY]?: LoggingLevel;
}
