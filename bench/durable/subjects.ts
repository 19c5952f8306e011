import { startPostgres } from './servers/postgres.ts';
import { startRestateServer } from './servers/restate-server.ts';
import type { StartServer } from './servers/server.ts';

/** What is measured; the engine itself is the file of that name in `subjects/`. */
export interface Subject {
  readonly name: string;
  /** Where a peer cannot run here, the others are measured nevertheless. */
  readonly kind: 'floor' | 'ours' | 'peer';
  readonly startServer?: StartServer;
}

export const FLOOR = 'sqlite-commit';
export const OURS = 'timestep';

export const SUBJECTS: readonly Subject[] = [
  { name: FLOOR, kind: 'floor' },
  { name: OURS, kind: 'ours' },
  { name: 'timestep-normal', kind: 'ours' },
  { name: 'openworkflow', kind: 'peer' },
  { name: 'dbos', kind: 'peer', startServer: startPostgres },
  { name: 'restate', kind: 'peer', startServer: startRestateServer },
];
