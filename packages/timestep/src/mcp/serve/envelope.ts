import type {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ClientCapabilities,
  LoggingLevel,
} from '@modelcontextprotocol/server';

/** What a request of the stateless era says of its client, under the protocol's own keys of `_meta`. */
export interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  /** The least severe level of which the client wants log lines; absent: it wants none. */
  readonly [LOG_LEVEL_META_KEY]?: LoggingLevel;
}
