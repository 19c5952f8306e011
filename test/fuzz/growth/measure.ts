import { processMeter, sent } from '../send.ts';
import { fillPlaces } from '../fuzz.ts';
import type { Seed } from '../seeds.ts';
import type { Stage } from '../stage.ts';

/** CPU of a request in milliseconds, by the number of tasks that the file holds. */
export interface RouteCost {
  readonly route: string;
  readonly few: number;
  readonly many: number;
}

/** Measures one request per route: the least CPU of several rounds, in turn on the two servers. */
export async function measureRoutes(
  few: Stage,
  many: Stage,
  requests: readonly Seed[],
  rounds: number,
): Promise<readonly RouteCost[]> {
  const costs: RouteCost[] = [];
  for (const seed of requests) {
    const cost = { route: nameRequest(seed), few: Infinity, many: Infinity };
    for (let round = 0; round < rounds; round += 1) {
      cost.few = Math.min(cost.few, await measureRequest(few, seed));
      cost.many = Math.min(cost.many, await measureRequest(many, seed));
    }
    costs.push(cost);
  }
  return costs;
}

/** Names a request by its protocol, and by the method of JSON-RPC or the path. */
export function nameRequest({ route, method, path, body }: Seed): string {
  if (route.startsWith(`${method} `)) return route;
  const called = { ...(body as object) } as { readonly method?: unknown };
  return typeof called.method === 'string'
    ? `${route} ${called.method}`
    : `${route} ${method} ${path}`;
}

async function measureRequest(stage: Stage, seed: Seed): Promise<number> {
  const { route, method, path, headers = {} } = seed;
  const body = seed.body === undefined ? undefined : JSON.stringify(seed.body);
  const request = await fillPlaces({ route, method, path, headers, body, sending: 'whole' }, stage);
  const { status, busyMs, text } = await sent(stage, request, 'process', processMeter);
  const isWrong = path.startsWith('/ui/') ? status !== 200 : (status ?? 500) >= 500;
  if (isWrong) throw new Error(`${route}: ${status} ${text}`);
  return busyMs;
}

/** Measures the CPU of the timers of a server in milliseconds per second. */
export async function measureIdle(seconds: number): Promise<number> {
  const spent = processMeter();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return spent().busyMs / seconds;
}
