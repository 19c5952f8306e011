import { Client, Connection } from '@temporalio/client';
import { expect, it } from 'vitest';
import { openSqliteDatabase } from '../store/sqlite-database.ts';
import { createTaskStore } from '../store/task-store.ts';
import { createTemporalRunner } from './temporal-runner.ts';

it('refuses a limit that would blame whatever was under way in the first crash', async () => {
  const client = new Client({ connection: Connection.lazy() });
  const store = createTaskStore(openSqliteDatabase({ path: ':memory:' }));
  const open = () => createTemporalRunner({ client, store, agents: [], crashLimit: 1 });
  expect(open).toThrow(/crashLimit must be 2 or more/);
  await store.closeDatabase();
  await client.connection.close();
});
