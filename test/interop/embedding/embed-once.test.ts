import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serveModel } from './serve-model.ts';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');
const PRELOAD = join(import.meta.dirname, 'count-embeddings.ts');
const QUESTION = 'I dropped the camera and the lens is cracked';
const RULES = 40;

/** A folder of rules, and commands that use it with one database. */
async function openLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const model = await serveModel();
  onTestFinished(() => model.close());
  const agent = join(folder, 'library');
  mkdirSync(join(agent, 'rules'), { recursive: true });
  const settings = { model: 'openai-compatible/m' };
  writeFileSync(
    join(agent, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'Library' }, settings }),
  );
  writeFileSync(join(agent, 'prompt.md'), 'You answer for a library.');
  const writeRule = (name: string, text: string): void =>
    writeFileSync(join(agent, 'rules', `${name}.mdt`), `---\ninclude: agent\n---\n${text}\n`);
  writeRule('damaged', 'Items that are lost or damaged must be paid for.');
  for (let at = 1; at < RULES; at += 1)
    writeRule(`shelf-${at}`, `Shelf ${at} holds the novels of authors ${at} to ${at + 1}.`);
  const log = join(folder, 'embedded.log');
  const env = {
    ...process.env,
    ...model.env,
    EMBEDDED_LOG: log,
    TIMESTEP_EMBEDDING_MODEL: 'local',
  };
  const database = join(folder, 'tasks.db');

  function ask(): ChildProcess {
    const command = [MAIN, 'chat', agent, '--trust', '--json', '--database', database];
    const child = spawn(
      process.execPath,
      ['--conditions=@timestep/source', '--import', PRELOAD, ...command],
      { env, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    child.stdin?.end(QUESTION);
    return child;
  }
  const listEmbedded = (): string[] =>
    existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  return { ask, listEmbedded };
}

/** Resolves to the names of the rules that the answer of a command was given. */
async function readChoice(child: ChildProcess): Promise<string[]> {
  const ended = once(child, 'exit');
  let said = '';
  for await (const piece of child.stdout ?? []) said += String(piece);
  expect(await ended).toEqual([0, null]);
  return [...said.matchAll(/"kind":"rule","name":"([^"]+)","reason":"agent"/g)].map(
    ([, name = '']) => name,
  );
}

/** Texts that were embedded more than once, without the question, which is never stored. */
function listRepeated(texts: readonly string[]): string[] {
  const items = texts.filter((text) => text !== JSON.stringify(QUESTION));
  return [...new Set(items)].filter((text) => items.indexOf(text) !== items.lastIndexOf(text));
}

it('embeds a text once for two processes that begin together', async () => {
  const { ask, listEmbedded } = await openLibrary();
  const choices = await Promise.all([ask(), ask()].map(readChoice));
  expect(choices).toEqual([['damaged'], ['damaged']]);
  const embedded = listEmbedded();
  expect(embedded.filter((text) => text.startsWith('"shelf-'))).toHaveLength(RULES - 1);
  expect(listRepeated(embedded)).toEqual([]);
});

it('loses nothing that was stored when a process is killed while it embeds', async () => {
  const { ask, listEmbedded } = await openLibrary();
  const killed = ask();
  const ended = once(killed, 'exit');
  while (killed.exitCode === null && listEmbedded().length < RULES / 2) await pause(2);
  killed.kill('SIGKILL');
  await ended;
  const before = listEmbedded();
  expect(await readChoice(ask())).toEqual(['damaged']);
  const later = listEmbedded().slice(before.length);
  // The batch that was embedded when the process was killed may not have been stored.
  expect(listRepeated([...before, ...later]).length).toBeLessThanOrEqual(16);
  const all = listEmbedded().length;
  expect(await readChoice(ask())).toEqual(['damaged']);
  expect(listEmbedded().slice(all)).toEqual([JSON.stringify(QUESTION)]);
});
