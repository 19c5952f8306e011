/** What a process of the example must know; from the environment, so that containers can say it. */
export interface Settings {
  readonly host: string;
  /** Host names it answers to beside loopback ones; they say that a network of its own protects it. */
  readonly allowedHosts: readonly string[];
  readonly ports: { readonly agentA: number; readonly agentB: number; readonly driver: number };
  readonly agentAUrl: string;
  readonly agentBUrl: string;
  /** The folder that tasks and markers are kept in. */
  readonly stateDir: string;
  readonly retry: RetryPolicy;
}

/** Pauses between attempts double from the first to the longest. */
export interface RetryPolicy {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const HIGHEST_PORT = 65_535;

/** Throws `RangeError`, naming the variable, where a value cannot be used. */
export function settingsFrom(env: Environment): Settings {
  const ports = {
    agentA: numberIn(env, 'AGENT_A_PORT', 8081, HIGHEST_PORT),
    agentB: numberIn(env, 'AGENT_B_PORT', 8080, HIGHEST_PORT),
    driver: numberIn(env, 'DRIVER_PORT', 8082, HIGHEST_PORT),
  };
  const firstPauseMs = numberIn(env, 'RETRY_FIRST_PAUSE_MS', 1000, 10_000);
  return {
    host: env['BIND_HOST'] || '127.0.0.1',
    allowedHosts: (env['ALLOWED_HOSTS'] ?? '').split(',').filter((name) => name !== ''),
    ports,
    agentAUrl: urlIn(env, 'AGENT_A_URL', `http://127.0.0.1:${ports.agentA}`),
    agentBUrl: urlIn(env, 'AGENT_B_URL', `http://127.0.0.1:${ports.agentB}`),
    stateDir: env['STATE_DIR'] || '.timestep/order-66',
    retry: { firstPauseMs, longestPauseMs: firstPauseMs * 10 },
  };
}

function numberIn(env: Environment, name: string, otherwise: number, highest: number): number {
  const given = env[name];
  if (given === undefined || given === '') return otherwise;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 0 && value <= highest) return value;
  throw new RangeError(`${name} must be a whole number from 0 to ${highest}, got "${given}"`);
}

function urlIn(env: Environment, name: string, otherwise: string): string {
  const given = env[name] || otherwise;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given.replace(/(?<!\/)\/+$/, '');
  throw new RangeError(`${name} must be an http address, got "${given}"`);
}
