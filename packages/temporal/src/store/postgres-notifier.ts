import { Client, type ClientConfig, type Pool } from 'pg';
import { createTaskWatchers, type TaskWatchers } from './task-watchers.ts';

const LISTEN_AGAIN_MS = 1000;

export interface PostgresNotifier {
  readonly watch: TaskWatchers['add'];
  readonly announce: (taskId: string) => void;
  readonly close: () => Promise<void>;
}

/** Creates a notifier, which listens on its own connection while there are watchers. */
export function createPostgresNotifier(
  pool: Pool,
  settings: ClientConfig,
  channel: string,
): PostgresNotifier {
  const watchers = createTaskWatchers();
  let listener: Client | undefined;
  let isClosed = false;

  /** Listens for changes. Notifies all watchers after a lost connection, to miss none. */
  async function listenForChanges(): Promise<void> {
    if (isClosed || watchers.isEmpty()) return;
    const client = new Client(settings);
    listener = client;
    client.on('notification', ({ payload }) => watchers.notify(payload));
    client.on('error', ignoreError);
    client.on('end', () => {
      if (listener === client) listener = undefined;
      if (!isClosed) setTimeout(() => void listenForChanges(), LISTEN_AGAIN_MS).unref();
    });
    try {
      await client.connect();
      await client.query(`LISTEN "${channel}"`);
      watchers.notify();
    } catch {
      await client.end().catch(ignoreError);
    }
  }

  return {
    watch(onChange) {
      const remove = watchers.add(onChange);
      if (!listener) void listenForChanges();
      return remove;
    },
    announce(taskId) {
      watchers.notify(taskId);
      pool.query('SELECT pg_notify($1, $2)', [channel, taskId]).catch(ignoreError);
    },
    async close() {
      isClosed = true;
      await listener?.end().catch(ignoreError);
    },
  };
}

function ignoreError(): void {}
