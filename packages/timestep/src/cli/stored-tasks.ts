import type { StoredTasks } from '../port/index.ts';
import { applicationIdOf, storedTasksIn, withStore, type StoreAccess } from '../runner/index.ts';
import { CommandError } from './command-error.ts';
import { temporalPackage } from './temporal-package.ts';

/** "TSTM": the SQLite files of tasks that run on Temporal. */
const TEMPORAL_APPLICATION_ID = 0x5453544d;

/** Whether the tasks of a database run on Temporal: those of PostgreSQL, and of files that say so. */
export function isOnTemporal(database: string): boolean {
  return (
    /^postgres(ql)?:\/\//.test(database) || applicationIdOf(database) === TEMPORAL_APPLICATION_ID
  );
}

/** Opens a database of tasks, whoever runs them, uses it and closes it. None is made. */
export async function withStoredTasks<T>(
  database: string,
  access: StoreAccess,
  use: (tasks: StoredTasks) => Promise<T>,
): Promise<T> {
  if (!isOnTemporal(database)) {
    return withStore(database, access, (store) => use(storedTasksIn(store)));
  }
  const temporal = await temporalPackage();
  const tasks = await temporal.openStoredTasks(database, access);
  try {
    return await use(tasks);
  } finally {
    await tasks.close();
  }
}

/** Refuses a database of tasks on Temporal for a command that knows files of the SQLite runner only. */
export function refuseOnTemporal(database: string, instead: string): void {
  if (!isOnTemporal(database)) return;
  const message = `the tasks of this database run on Temporal: ${instead}`;
  throw new CommandError('on-temporal', message);
}
