/** Opens the databases of a generation with the current code, and serves them. */
import { join } from 'node:path';
import {
  openSqlite,
  serve,
  type OpenBackend,
  type Servable,
  type Serving,
} from '@timestep-ai/timestep';
import { agentsOf, peersOf, PUSH_HOST, sendWithin, type Send } from './agents.ts';
import { copyOf } from './generation.ts';

const CENTURY_MS = 100 * 365 * 24 * 3600 * 1000;

export interface Opened {
  readonly main: Serving;
  readonly peers: Serving;
  /** What was cut off and is at work again: name and key. */
  readonly again: readonly string[];
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  /** Whether notifications may go to the receiver of the fixture, which is the same for all copies. */
  readonly mayPush?: boolean;
  /** Damages the copy of the database before it is opened. */
  readonly change?: (path: string) => void;
}

export async function openGeneration(
  generation: string,
  { mayPush = false, change }: OpenOptions = {},
): Promise<Opened> {
  const { folder, remove } = copyOf(generation, 'tasks.db', 'peers.db');
  change?.(join(folder, 'tasks.db'));
  const again: string[] = [];
  const hold = async (what: string): Promise<void> => void again.push(what);
  const ready = Promise.withResolvers<Send>();
  const send: Send = async (...message) => (await ready.promise)(...message);
  const peers = await served(join(folder, 'peers.db'), peersOf({ hold }), []);
  const agents = agentsOf({ hold, send, peerUrl: peers.url });
  const pushHosts = mayPush ? [PUSH_HOST] : [];
  const main = await served(join(folder, 'tasks.db'), agents, pushHosts);
  ready.resolve(sendWithin(main));
  return {
    main,
    peers,
    again,
    async close() {
      await Promise.all([main.close(0), peers.close(0)]);
      remove();
    },
  };
}

/** Ended responses are kept for a day unless it is said how long; the fixtures are older. */
function served(
  path: string,
  agents: readonly Servable[],
  allowedPushHosts: readonly string[],
): Promise<Serving> {
  const backend: OpenBackend = (needs) =>
    openSqlite({ ...needs, path, responses: { ttlMs: CENTURY_MS } });
  return serve({ agents, port: 0, backend, allowedPushHosts, onError: () => undefined });
}
