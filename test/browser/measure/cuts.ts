import { isDeepStrictEqual } from 'node:util';
import type { EventPage, NumberedEvent, StreamMessage } from '@timestep-ai/timestep/view';
import { createStreamClient, type StreamClient } from '../../../apps/web/src/api/stream-client.ts';
import { openCuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
import { PAGE_TOKEN, startPageServer, type PageServer } from './page-server.ts';

/** Numbers of cut connections and of kills of the server. */
export interface CutsParameters {
  readonly cuts: number;
  /** Number of cuts before each kill of the server. */
  readonly cutsForKill: number;
  /** Number of concurrent tasks. */
  readonly tasks: number;
  /** Approximate number of events of a task. */
  readonly events: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly onProgress?: (text: string) => void;
}

/** Counts of the run, and the violated guarantees. */
export interface CutsOutcome {
  readonly cuts: number;
  readonly kills: number;
  readonly connections: number;
  readonly tasks: number;
  readonly events: number;
  readonly breaches: readonly string[];
}

/** Half of the connections break before this number of bytes, some within their first event. */
const HALF = 6000;
/** Factor by which the page's pauses are shortened. */
const FASTER = 50;

interface Heard {
  readonly id: string;
  readonly events: readonly NumberedEvent[];
}

/**
 * Runs tasks one after another in a server that is killed and restarted, while the page's stream
 * client watches them over a connection that breaks. Each event of the journal must arrive once and
 * in order.
 */
export async function cutStory(parameters: CutsParameters): Promise<CutsOutcome> {
  const { cuts, cutsForKill, tasks, random, onProgress = () => undefined } = parameters;
  const server = await startPageServer();
  const proxy = await openCuttingProxy(Number(new URL(server.url).port), random);
  let connections = 0;
  const follower = fastFollower(proxy, random, () => (connections += 1));
  const heard: Heard[] = [];
  let kills = 0;
  proxy.cutAfter(HALF);

  async function keepKilling(): Promise<void> {
    while (proxy.cuts() < cuts) {
      const next = (kills + 1) * cutsForKill;
      await turn(() => proxy.cuts() >= Math.min(next, cuts));
      onProgress(`${proxy.cuts()} cuts, ${kills} kills`);
      if (proxy.cuts() >= cuts) return;
      kills += 1;
      await server.kill();
      await server.start();
    }
  }
  async function lane(): Promise<void> {
    while (proxy.cuts() < cuts) {
      const id = await workAgain(server, parameters.events);
      heard.push(await followed(follower, id));
    }
  }
  try {
    await Promise.all([keepKilling(), ...Array.from({ length: tasks }, lane)]);
    const breaches: string[] = [];
    for (const one of heard) breaches.push(...breachesIn(one, await journal(server, one.id)));
    const events = heard.reduce((sum, one) => sum + one.events.length, 0);
    return { cuts: proxy.cuts(), kills, connections, tasks: heard.length, events, breaches };
  } finally {
    await proxy.close();
    await server.close();
  }
}

/** Creates the stream client of the page with a faster clock. */
function fastFollower(
  { url }: CuttingProxy,
  random: () => number,
  onConnect: () => void,
): StreamClient {
  return createStreamClient({
    async connect(wanted, signal) {
      const response = await fetch(`${url}/ui/api/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PAGE_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
        signal,
      });
      if (!response.ok) throw new Error(`the stream was refused: ${response.status}`);
      onConnect();
      return response;
    },
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs / FASTER);
      return () => clearTimeout(timer);
    },
    random,
    onState: () => undefined,
  });
}

/** Resolves to all received events of a task once it has settled. */
function followed(follower: StreamClient, id: string): Promise<Heard> {
  const events: NumberedEvent[] = [];
  return new Promise((resolve, reject) => {
    const stop = follower.subscribe({ task: { id, after: 0 }, onMessage: heard });
    function heard(message: StreamMessage): void {
      if (message.kind === 'task' && message.update.kind === 'event') {
        events.push(message.update.event);
      }
      if (message.kind === 'reset') reject(new Error(`task ${id} is gone`));
      if (message.kind !== 'settled') return;
      stop();
      resolve({ id, events });
    }
  });
}

/** Submits work to the server, which may be dead at the moment. */
async function workAgain(server: PageServer, events: number): Promise<string> {
  for (;;) {
    try {
      return await server.work({ events, quick: events, perSecond: 1 });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function journal(server: PageServer, id: string): Promise<readonly NumberedEvent[]> {
  const all: NumberedEvent[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await server.read<EventPage>(`/tasks/${id}/events?after=${all.length}`);
    all.push(...page.events);
    ({ hasMore } = page);
  }
  return all;
}

/** Compares the received events with the journal. */
export function breachesIn({ id, events }: Heard, kept: readonly NumberedEvent[]): string[] {
  if (isDeepStrictEqual(events, kept)) return [];
  const at = kept.findIndex((event, index) => !isDeepStrictEqual(event, events[index]));
  const place = at === -1 ? kept.length : at;
  return [
    `task ${id}: ${events.length} events came of ${kept.length}; at ${place + 1} came ` +
      `${JSON.stringify(events[place])} instead of ${JSON.stringify(kept[place])}`,
  ];
}

async function turn(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
