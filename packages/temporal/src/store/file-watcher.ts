import type { DatabaseSync } from 'node:sqlite';
import { createTaskWatchers, type TaskWatchers } from './task-watchers.ts';

const POLL_MS = 25;

export interface FileWatcher extends Pick<TaskWatchers, 'add' | 'notify'> {
  readonly stopPolling: () => void;
}

export function createFileWatcher(database: DatabaseSync): FileWatcher {
  const dataVersion = database.prepare('PRAGMA data_version');
  const watchers = createTaskWatchers();
  let looking: NodeJS.Timeout | undefined;
  let version = readDataVersion();

  function readDataVersion(): unknown {
    return dataVersion.get()?.['data_version'];
  }

  function notifyIfFileChanged(): void {
    const seen = readDataVersion();
    if (seen === version) return;
    version = seen;
    watchers.notify();
  }

  function stopPolling(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return {
    add(onChange) {
      const remove = watchers.add(onChange);
      looking ??= setInterval(notifyIfFileChanged, POLL_MS);
      return () => {
        remove();
        if (watchers.isEmpty()) stopPolling();
      };
    },
    notify: watchers.notify,
    stopPolling,
  };
}
