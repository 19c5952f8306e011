import { firstOf, rowsOf, type Transaction } from 'timestep/store';

/** The secret of that name: the one that is kept, or this one from now on. */
export function* keptSecret(name: string, made: string): Transaction<string> {
  yield* rowsOf(
    'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
    name,
    made,
  );
  const row = yield* firstOf('SELECT value FROM secret WHERE name = ?', name);
  return String(row?.['value']);
}
