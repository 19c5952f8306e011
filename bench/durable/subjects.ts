import { startPostgres } from './servers/postgres.ts';
import { startRestateServer } from './servers/restate-server.ts';
import type { StartServer } from './servers/server.ts';

/** A measured engine; its code is the file of that name in `subjects/`. */
export interface Subject {
  readonly name: string;
  /** If another engine (`peer`) cannot run on this machine, the rest is measured nevertheless. */
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
