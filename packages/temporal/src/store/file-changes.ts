import type { DatabaseSync } from 'node:sqlite';
import { createTaskWatchers, type TaskWatchers } from './task-watchers.ts';

/** How often to check whether other processes have written. */
const LOOK_MS = 25;

/**
 * The watchers of an SQLite file, which is checked for changes by other processes only while there
 * are watchers.
 */
export interface FileChanges extends Pick<TaskWatchers, 'add' | 'tell'> {
  readonly stop: () => void;
}

export function createFileChanges(database: DatabaseSync): FileChanges {
  const dataVersion = database.prepare('PRAGMA data_version');
  const watchers = createTaskWatchers();
  let looking: NodeJS.Timeout | undefined;
  let version = versionNow();

  function versionNow(): unknown {
    return dataVersion.get()?.['data_version'];
  }

  function look(): void {
    const seen = versionNow();
    if (seen === version) return;
    version = seen;
    watchers.tell();
  }

  function stop(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return {
    add(onChange) {
      const remove = watchers.add(onChange);
      looking ??= setInterval(look, LOOK_MS);
      return () => {
        remove();
        if (watchers.isEmpty()) stop();
      };
    },
    tell: watchers.tell,
    stop,
  };
}
