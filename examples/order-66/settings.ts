/** Settings of a process, read from environment variables, so that containers can set them. */
export interface Settings {
  readonly host: string;
  /** Allowed beside loopback names. Setting any declares that a private network protects us. */
  readonly allowedHosts: readonly string[];
  readonly ports: { readonly agentA: number; readonly agentB: number; readonly driver: number };
  readonly agentAUrl: string;
  readonly agentBUrl: string;
  /** The folder of tasks and marker files. */
  readonly stateDir: string;
  readonly retry: RetryPolicy;
}

/** Pauses between attempts; they double from the first to the longest. */
export interface RetryPolicy {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const HIGHEST_PORT = 65_535;

/** Throws `RangeError` with the name of the variable if a value is invalid. */
export function readSettings(env: Environment): Settings {
  const ports = {
    agentA: readNumber(env, 'AGENT_A_PORT', 8081, HIGHEST_PORT),
    agentB: readNumber(env, 'AGENT_B_PORT', 8080, HIGHEST_PORT),
    driver: readNumber(env, 'DRIVER_PORT', 8082, HIGHEST_PORT),
  };
  const firstPauseMs = readNumber(env, 'RETRY_FIRST_PAUSE_MS', 1000, 10_000);
  return {
    host: env['BIND_HOST'] || '127.0.0.1',
    allowedHosts: (env['ALLOWED_HOSTS'] ?? '').split(',').filter((name) => name !== ''),
    ports,
    agentAUrl: readUrl(env, 'AGENT_A_URL', `http://127.0.0.1:${ports.agentA}`),
    agentBUrl: readUrl(env, 'AGENT_B_URL', `http://127.0.0.1:${ports.agentB}`),
    stateDir: env['STATE_DIR'] || '.timestep/order-66',
    retry: { firstPauseMs, longestPauseMs: firstPauseMs * 10 },
  };
}

function readNumber(env: Environment, name: string, otherwise: number, highest: number): number {
  const given = env[name];
  if (given === undefined || given === '') return otherwise;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 0 && value <= highest) return value;
  throw new RangeError(`${name} must be a whole number from 0 to ${highest}, got "${given}"`);
}

function readUrl(env: Environment, name: string, otherwise: string): string {
  const given = env[name] || otherwise;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given.replace(/(?<!\/)\/+$/, '');
  throw new RangeError(`${name} must be an http address, got "${given}"`);
}
