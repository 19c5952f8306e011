import { execute, queryFirst, type SqlDatabase, type Transaction } from './statement.ts';

const name = 'state-key';

/** Loads the signing key that all processes share. If several processes create one, the first stored key counts. */
export async function loadStateKey(
  database: SqlDatabase,
  createKey: () => Buffer,
): Promise<Uint8Array> {
  const known = await database.read(readStateKey);
  if (known !== undefined) return Buffer.from(known, 'base64');
  const made = createKey().toString('base64');
  return Buffer.from(await database.write(() => storeStateKeyIfMissing(made)), 'base64');
}

function* readStateKey(): Transaction<string | undefined> {
  const row = yield* queryFirst('SELECT value FROM secret WHERE name = :name', { name });
  return row && String(row['value']);
}

function* storeStateKeyIfMissing(value: string): Transaction<string> {
  const sql = 'INSERT INTO secret (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING';
  yield* execute(sql, { name, value });
  return (yield* readStateKey()) ?? value;
}
