import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  Agent,
  Environment,
  openMemory,
  openSqlite,
  serve,
  type Serving,
} from '@timestep-ai/timestep';
import type { Task } from '@timestep-ai/timestep/core';
import type { Backend, BackendNeeds, ServedAgent } from '@timestep-ai/timestep/port';

/** Opens a runner whose tasks survive a restart, or one in memory. */
export type OpenBackend = (needs: BackendNeeds, path: string) => Promise<Backend> | Backend;

/** The runners of the table, by name. */
export const RUNNERS: Readonly<Record<string, OpenBackend>> = {
  memory: (needs) => openMemory(needs),
  sqlite: (needs, path) => openSqlite({ ...needs, path }),
};

/** Where an entry is tried. */
export interface EntryStage {
  readonly folder: string;
  readonly open: OpenBackend;
  /** Whether tasks survive a restart. */
  readonly isDurable: boolean;
}

/** What came of deep data: a few words, and the states in which tasks were left. */
export interface Outcome {
  readonly words: string;
  readonly states: readonly string[];
}

/** An entry for data of a given number of levels. */
export type Entry = (levels: number, place: EntryStage) => Promise<Outcome>;

/** States in which a task waits for a person or has ended. */
export const RESTING = ['input-required', 'completed', 'failed', 'canceled', 'rejected'];

const PATIENCE_MS = 20_000;

/** Sends a message to an agent, restarts the runner, and goes on if the agent asked. */
export async function tellAndRestart(loop: ServedAgent, place: EntryStage): Promise<Outcome> {
  const path = join(place.folder, `tasks-${countFiles(place.folder)}.db`);
  const said = { principal: '', agent: loop.name };
  const message = { role: 'user', content: 'hi' } as const;
  const first = await place.open({ agents: [loop] }, path);
  const { id } = await first.runner.submit({ ...said, messageId: 'm1', message });
  const task = await first.runner.waitUntilSettled(id, AbortSignal.timeout(PATIENCE_MS));
  if (!place.isDurable) {
    await first.close(0);
    return { words: describeEnd(task), states: [task.state] };
  }
  await first.close(0);
  const second = await place.open({ agents: [loop] }, path);
  let after = await second.runner.waitUntilSettled(id, AbortSignal.timeout(PATIENCE_MS));
  if (after.state === 'input-required') {
    await second.runner.submit({ ...said, taskId: id, messageId: 'm2', message });
    after = await second.runner.waitUntilSettled(id, AbortSignal.timeout(PATIENCE_MS));
  }
  const { tasks } = await second.runner.list({ ...said, pageSize: 100 });
  await second.close(0);
  return { words: describeEnd(after), states: [task.state, ...tasks.map(({ state }) => state)] };
}

function countFiles(folder: string): number {
  let count = 0;
  while (existsSync(join(folder, `tasks-${count}.db`))) count += 1;
  return count;
}

function describeEnd({ state, end }: Task): string {
  return end?.error ? `${state}: ${end.error.code}` : state;
}

/** Serves an agent that repeats its messages, over all protocols. */
export async function serveEcho(place: EntryStage): Promise<Serving> {
  const environment = new Environment({ environmentId: 'echo' }).tool('echo', {}, () => 'heard');
  const agent = new Agent({ agentId: 'echo', name: 'echo', model: () => 'heard', environment });
  const path = join(place.folder, `tasks-${countFiles(place.folder)}.db`);
  return serve({
    agents: [agent],
    port: 0,
    backend: (needs) => Promise.resolve(place.open(needs, path)),
    onError: () => undefined,
  });
}
