import type { DatabaseSync } from 'node:sqlite';

/** Secrets that every process on the file has in common. */
export interface SecretTable {
  find(name: string): string | undefined;
  /** Keeps a secret, unless there is one of that name already. */
  keep(name: string, value: string): void;
}

export function createSecretTable(database: DatabaseSync): SecretTable {
  const find = database.prepare('SELECT value FROM secret WHERE name = ?');
  const keep = database.prepare(
    'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    find(name) {
      const value = find.get(name)?.['value'];
      return typeof value === 'string' ? value : undefined;
    },
    keep(name, value) {
      keep.run(name, value);
    },
  };
}
