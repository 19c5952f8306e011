import { Client, type ClientConfig, type Pool } from 'pg';
import { createTaskWatchers, type TaskWatchers } from './task-watchers.ts';

const LISTEN_AGAIN_MS = 1000;

/** Reports which tasks have changed, to watchers in this process and to other processes. */
export interface PostgresNews {
  readonly watch: TaskWatchers['add'];
  readonly announce: (taskId: string) => void;
  readonly close: () => Promise<void>;
}

/** A connection of its own listens to the channel while there are watchers. */
export function createPostgresNews(
  pool: Pool,
  settings: ClientConfig,
  channel: string,
): PostgresNews {
  const watchers = createTaskWatchers();
  let listener: Client | undefined;
  let isClosed = false;

  /** After a broken connection any task may have changed, so all watchers are notified. */
  async function listen(): Promise<void> {
    if (isClosed || watchers.isEmpty()) return;
    const client = new Client(settings);
    listener = client;
    client.on('notification', ({ payload }) => watchers.tell(payload));
    client.on('error', ignored);
    client.on('end', () => {
      if (listener === client) listener = undefined;
      if (!isClosed) setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref();
    });
    try {
      await client.connect();
      await client.query(`LISTEN "${channel}"`);
      watchers.tell();
    } catch {
      await client.end().catch(ignored);
    }
  }

  return {
    watch(onChange) {
      const remove = watchers.add(onChange);
      if (!listener) void listen();
      return remove;
    },
    announce(taskId) {
      watchers.tell(taskId);
      pool.query('SELECT pg_notify($1, $2)', [channel, taskId]).catch(ignored);
    },
    async close() {
      isClosed = true;
      await listener?.end().catch(ignored);
    },
  };
}

function ignored(): void {}
