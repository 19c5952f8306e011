import { firstOf, rowsOf, type SqlDatabase, type Transaction } from './statement.ts';

const NAME = 'state-key';

/**
 * The state key of a runner, for every process that has the database open. Of several processes that
 * offer one at the same time, the first makes the key.
 */
export async function stateKeyIn(database: SqlDatabase, newKey: () => Buffer): Promise<Uint8Array> {
  const known = await database.read(findKey);
  if (known !== undefined) return Buffer.from(known, 'base64');
  const made = newKey().toString('base64');
  return Buffer.from(await database.write(() => keepKey(made)), 'base64');
}

function* findKey(): Transaction<string | undefined> {
  const row = yield* firstOf('SELECT value FROM secret WHERE name = ?', NAME);
  return row && String(row['value']);
}

function* keepKey(made: string): Transaction<string> {
  const sql = 'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
  yield* rowsOf(sql, NAME, made);
  return (yield* findKey()) ?? made;
}
