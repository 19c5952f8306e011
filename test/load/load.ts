import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fanOut } from './fan-out.ts';
import { inFlight } from './in-flight.ts';
import type { Parameters } from './parameters.ts';
import type { Result } from './result.ts';
import { startServer, type LoadedServer } from './server-process.ts';
import { succession } from './succession.ts';

/** Puts a separate server under each requested load. */
export async function load(
  { inFlight: amount, subscribers, words, tasks }: Parameters,
  progress: (name: string) => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  if (amount > 0) {
    progress('in-flight');
    const both = await onServer((server, another) => inFlight(server, another, amount));
    results.push(...both);
  }
  if (subscribers > 0) {
    progress('fan-out');
    results.push(await onServer((server) => fanOut(server, subscribers, words)));
  }
  if (tasks > 0) {
    progress('succession');
    results.push(await onServer((server) => succession(server, tasks)));
  }
  return results;
}

async function onServer<T>(
  act: (server: LoadedServer, startAnother: () => Promise<LoadedServer>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-load-'));
  const database = join(folder, 'tasks.db');
  try {
    const server = await startServer(database);
    try {
      return await act(server, () => startServer(database));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
