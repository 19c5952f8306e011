import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getText } from '#core';
import { scriptedAgent } from '#agents/model';
import { createSqliteRunner } from '#engine/runner';
import { createTestAgent } from './agents.fixture.ts';
import { serve } from './lazy-serve.ts';

/** Words that nobody says by chance. */
const CANARY = 'xochipilli';
const PATIENT = { timeout: 60_000, interval: 200 };

const FILES = ['tasks.db'];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The tables that hold the words, and the files that hold them in any byte. */
function placesOf(words: string, folder: string): string[] {
  const found: string[] = [];
  for (const name of FILES) {
    const path = join(folder, name);
    const database = new DatabaseSync(path, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name: table } of tables) {
      const rows = database.prepare(`SELECT * FROM ${String(table)}`).all();
      if (JSON.stringify(rows).includes(words)) found.push(`${name}: ${String(table)}`);
    }
    database.close();
    for (const file of [path, `${path}-wal`]) {
      if (existsSync(file) && readFileSync(file).includes(words)) found.push(`${file} (bytes)`);
    }
  }
  return found;
}

async function echoing(folder: string, gate: () => Promise<void> = async () => undefined) {
  const model = scriptedAgent(async (messages) => {
    await gate();
    return `you said ${getText(messages.at(-1) ?? { role: 'user', content: '' })}`;
  });
  const database = join(folder, 'tasks.db');
  const server = await serve({ agents: [createTestAgent('one', model)], port: 0, database });
  onTestFinished(() => server.close(0));
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/v1/responses${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return (await response.json()) as { id: string; status: string; output: unknown };
  };
  return { server, ask };
}

it('writes no word of what is not to be stored anywhere, not even while it is under way', async () => {
  const folder = newFolder();
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { ask, server } = await echoing(folder, () => {
    asked.resolve();
    return gate.promise;
  });
  const answer = ask('POST', '', { input: `${CANARY} ${'and so on '.repeat(2000)}`, store: false });
  await asked.promise;
  // A process that is killed now leaves nothing behind.
  expect(placesOf(CANARY, folder)).toEqual([]);
  gate.resolve();
  expect(await answer).toMatchObject({ status: 'completed' });
  expect(JSON.stringify((await answer).output)).toContain(CANARY);
  expect(placesOf(CANARY, folder)).toEqual([]);
  await server.close(0);
  expect(placesOf(CANARY, folder)).toEqual([]);
});

it('erases what is deleted from every table and every byte', async () => {
  const folder = newFolder();
  const { ask } = await echoing(folder);
  const kept = await ask('POST', '', { input: 'harmless words' });
  const ids: string[] = [];
  let previous: string | undefined;
  for (const words of [CANARY, CANARY.repeat(300), CANARY.repeat(3000)]) {
    const more = previous === undefined ? {} : { previous_response_id: previous };
    previous = (await ask('POST', '', { input: words, ...more })).id;
    ids.push(previous);
  }
  expect(placesOf(CANARY, folder)).not.toEqual([]);
  for (const id of ids) expect(await ask('DELETE', `/${id}`)).toMatchObject({ deleted: true });
  await expect.poll(() => placesOf(CANARY, folder), PATIENT).toEqual([]);
  expect(await ask('GET', `/${kept.id}`)).toMatchObject({ status: 'completed' });
});

it('finds the words that a runner alone has kept', async () => {
  const folder = newFolder();
  const { server } = await echoing(folder);
  await server.close(0);
  const path = join(folder, 'tasks.db');
  const runner = createSqliteRunner({
    path,
    agents: [createTestAgent('one', scriptedAgent(['yes'])).loop],
  });
  const message = { role: 'user', content: CANARY } as const;
  await runner.submit({ agent: 'one', principal: '', messageId: 'm', message });
  expect(placesOf(CANARY, folder)).toContain('tasks.db: event');
  await runner.close(0);
});
