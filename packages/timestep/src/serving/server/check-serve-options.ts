import { describeUnknownOption } from '../../core/index.ts';
import { ServeError } from './serve-error.ts';
import type { ServeOptions } from './serve-options.ts';

/** The compiler keeps the list complete. */
const OPTIONS: Readonly<Record<keyof ServeOptions, true>> = {
  agents: true,
  port: true,
  host: true,
  publicUrl: true,
  trustProxy: true,
  interfaces: true,
  cardKey: true,
  protocols: true,
  backend: true,
  database: true,
  allowedHosts: true,
  allowedOrigins: true,
  allowedPushHosts: true,
  apiKeys: true,
  oauth: true,
  authenticate: true,
  delegationKey: true,
  callerLimits: true,
  bodyLimit: true,
  unfinishedLimit: true,
  bodyTimeoutMs: true,
  meter: true,
  log: true,
  onError: true,
};

/** Option names of other servers, and what they are here. */
const SPELLINGS: Readonly<Record<string, string>> = {
  agent: 'agents: [agent]',
  hostname: 'host',
  address: 'host',
  db: 'database',
  apiKey: 'apiKeys',
  cors: 'allowedOrigins',
  logger: 'log',
  proxy: 'trustProxy',
  baseUrl: 'publicUrl',
};

/** Throws `ServeError` (`bad-options`) if an option is unknown. */
export function checkServeOptions(options: ServeOptions): void {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw new ServeError('bad-options', `serve ${unknown}`);
}
