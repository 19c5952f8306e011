import { queryFirst, queryRows, type SqlDatabase, type Transaction } from './statement.ts';

const NAME = 'state-key';

/**
 * Loads the state key of a runner, which all processes share through the database, and creates it
 * on first use. If several processes create it concurrently, all get the first key that was stored.
 */
export async function loadStateKey(
  database: SqlDatabase,
  createKey: () => Buffer,
): Promise<Uint8Array> {
  const known = await database.read(findStateKey);
  if (known !== undefined) return Buffer.from(known, 'base64');
  const made = createKey().toString('base64');
  return Buffer.from(await database.write(() => storeStateKey(made)), 'base64');
}

function* findStateKey(): Transaction<string | undefined> {
  const row = yield* queryFirst('SELECT value FROM secret WHERE name = ?', NAME);
  return row && String(row['value']);
}

function* storeStateKey(made: string): Transaction<string> {
  const sql = 'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
  yield* queryRows(sql, NAME, made);
  return (yield* findStateKey()) ?? made;
}
