import { join } from 'node:path';
import { copyAgents } from '../../../examples/orchestra/stage.ts';
import { bridgeClient, type BridgeClient } from './bridge-client.ts';
import type { Booking } from './orchestra-verdict.ts';
import { EXAMPLES, programOf, type Program } from './program.ts';

/** The three processes between a client and a booking. */
export interface Orchestra {
  /** The address of the coordinator. */
  readonly url: string;
  /** Offers the coordinator to a client over MCP. */
  readonly bridge: BridgeClient;
  /** Serves the coordinator. */
  readonly coordinator: Program;
  /** Serves weather and travel, over A2A 0.3 only. */
  readonly specialists: Program;
  bookings(): readonly Booking[];
  close(): Promise<void>;
}

const MAIN = join(EXAMPLES, '../packages/timestep/src/people/cli/main.ts');

/**
 * Starts the processes. `served` contains additional arguments of `timestep serve`, such as another
 * runner.
 */
export async function openOrchestra(served: readonly string[] = []): Promise<Orchestra> {
  const copies = copyAgents();
  const { folder } = copies;
  const env = { ...copies.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const specialists = programOf({
    name: 'old-agents',
    folder,
    run: (port) => ({
      args: [join(EXAMPLES, 'orchestra/old-agents.ts'), 'weather', 'travel'],
      env: { ...env, PORT: port, TIMESTEP_DATABASE: join(folder, 'specialists.db') },
    }),
  });
  const coordinator = programOf({
    name: 'coordinator',
    folder,
    run: (port) => ({
      args: [MAIN, 'serve', 'coordinator', '--port', port, ...served],
      env,
    }),
  });
  await specialists.start();
  for (const name of ['weather', 'travel']) {
    copies.replace(name, `${specialists.url}/agents/${name}`);
  }
  await coordinator.start();
  const { url } = coordinator;
  const bridge = bridgeClient({
    command: 'timestep',
    args: ['a2a-mcp', url, '--database', 'bridge.db'],
    cwd: folder,
    env,
  });
  return {
    url,
    bridge,
    coordinator,
    specialists,
    bookings: () => copies.bookings().map((line) => JSON.parse(line) as Booking),
    async close() {
      await Promise.all([bridge.kill(), coordinator.kill(), specialists.kill()]);
      copies.remove();
    },
  };
}
