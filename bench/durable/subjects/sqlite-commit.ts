/** The minimum for storing effects in SQLite: one row, one commit, synced to disk. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkEffect } from '../effect.ts';
import type { StartEngine } from '../engine.ts';

export const start: StartEngine = async ({ folder, perform }) => {
  const database = new DatabaseSync(join(folder, 'commits.db'));
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE effect (task TEXT, number INTEGER, body TEXT)');
  const insert = database.prepare('INSERT INTO effect VALUES (?, ?, ?)');
  return {
    async submit(name, effects) {
      insert.run(name, 0, '');
      return {
        async answer() {
          for (let number = 1; number <= effects; number += 1) {
            const text = await perform(number);
            checkEffect(text, number);
            insert.run(name, number, text);
          }
          return effects;
        },
      };
    },
    stop: async () => database.close(),
  };
};
