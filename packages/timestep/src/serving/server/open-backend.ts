import type { OpenBackend } from '#engine/port';
import { openMemory, openSqlite } from '#engine/runner';
import { ServeError, type ServeOptions } from './serve-options.ts';

const DEFAULT_DATABASE = '.timestep/tasks.db';
const IN_MEMORY = ':memory:';

/** Chooses the backend of a server. Throws `ServeError` if `backend` and `database` are given. */
export function chooseBackend({
  backend,
  database,
}: Pick<ServeOptions, 'backend' | 'database'>): OpenBackend {
  if (backend && database !== undefined) {
    throw new ServeError('two-backends', 'set either backend or database, not both');
  }
  if (backend) return backend;
  if (database === IN_MEMORY) return openMemory;
  return (needs) => openSqlite({ ...needs, path: database ?? DEFAULT_DATABASE });
}
