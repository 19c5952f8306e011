import type {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ClientCapabilities,
  LoggingLevel,
} from '@modelcontextprotocol/server';

/**
 * Data about the client in the `_meta` of each request since MCP 2026-07-28, under the protocol's
 * own keys.
 */
export interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  /**
   * Minimum severity of the log messages that the client receives. Undefined: it receives no log
   * messages.
   */
  readonly [LOG_LEVEL_META_KEY]?: LoggingLevel;
}
