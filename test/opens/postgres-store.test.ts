/** The store of tasks on Temporal in PostgreSQL, as an earlier release has made it, is read and goes on. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresDatabase } from '@timestep-ai/temporal';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../temporal/postgres-server.ts';
import { copyOf, GENERATIONS } from './generation.ts';
import { ENDED, readAnswers } from './stored-answers.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-opens-'));
chmodSync(folder, 0o755);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** Makes the tables of a generation in a database of its own, with its rows. Returns the address. */
async function copyToPostgres(generation: string): Promise<string> {
  const name = `g${generation.replaceAll(/\W/g, '')}`;
  const admin = new Client(postgres.url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const client = new Client(url.href);
  await client.connect();
  // SQLite makes files beside the one that it opens.
  const copy = copyOf(generation, 'temporal.db');
  const source = new DatabaseSync(join(copy.folder, 'temporal.db'));
  // The statements of a store are the same for both kinds of databases.
  const made = source
    .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC')
    .all();
  for (const { sql } of made) await client.query(String(sql));
  for (const { name: table } of made.filter(({ type }) => type === 'table')) {
    for (const row of source.prepare(`SELECT * FROM ${String(table)}`).all()) {
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      const columns = Object.keys(row).join(', ');
      const sql = `INSERT INTO ${String(table)} (${columns}) VALUES (${places.join(', ')})`;
      await client.query(sql, Object.values(row));
    }
  }
  source.close();
  copy.remove();
  await client.end();
  return url.href;
}

describe.each(GENERATIONS)('the store in PostgreSQL of %s', (generation) => {
  it('has the tasks with all that was said, before and after this release has opened it', async () => {
    const url = await copyToPostgres(generation);
    expect(await readAnswers(folder, url)).toEqual(ENDED);
    // Making the tables is what a server and a worker do first.
    await (await openPostgresDatabase({ url })).close();
    expect(await readAnswers(folder, url)).toEqual(ENDED);
  });
});
