import { rotate } from '../statistics.ts';
import type { Progress } from '../suite.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** A server to measure, by its script. */
export interface ServerSubject {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
}

/**
 * Measures each server once per round, alone and in a fresh process, and collects the used
 * resources. The subjects alternate, so that a busy machine affects all of them.
 */
export async function measureServers<T>(
  subjects: readonly ServerSubject[],
  rounds: number,
  progress: Progress,
  measure: (server: ServerProcess, subject: ServerSubject) => Promise<T>,
): Promise<Map<string, T[]>> {
  const gathered = new Map<string, T[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of rotate(subjects, round)) {
      progress(`round ${round + 1} of ${rounds}: ${subject.name}`);
      const server = await startServer(subject.script, subject.args);
      try {
        gathered.get(subject.name)?.push(await measure(server, subject));
      } finally {
        await server.stop();
      }
    }
  }
  return gathered;
}
