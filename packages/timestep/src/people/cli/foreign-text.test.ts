import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatForeignText } from '#core';
import { openSqlite, systemClock, withSessions } from '#engine/runner';
import { Agent, Environment, serve } from '#serving/server';
import { createStrangeTexts, findHiddenCharacters, FORGED } from '#testing';
import { splitUsage } from './command.ts';
import { COMMANDS } from './commands.ts';
import { AGENTS, createTestFolder, runInProcess, type FinishedRun } from './timestep.fixture.ts';

const STRANGE = createStrangeTexts(300, 33);

/** Texts that differ only in what is hidden, all in one. */
const ALL = STRANGE.slice(0, 60).join('');

/** Returns what a reader of the output cannot see, and lines that a text of others has begun. */
function findDeceptions({ stdout, stderr }: Pick<FinishedRun, 'stdout' | 'stderr'>): string[] {
  const lines = [stdout, stderr].flatMap((text) => text.split(/[\n\r\v\f\u0085\u2028\u2029]/));
  const forged = lines.filter((line) => line.replace(/^timestep: /, '').startsWith(FORGED));
  return [...findHiddenCharacters(stdout + stderr), ...forged];
}

function run(argv: readonly string[], env: Record<string, string> = {}): Promise<FinishedRun> {
  return runInProcess(argv, { TIMESTEP_CONFIG: createTestFolder(), ...env }, Date.now());
}

it('finds what a command lets through', () => {
  expect(findDeceptions({ stdout: `a\n${FORGED}`, stderr: 'b\u202e\u200b' })).toEqual([
    '\u202e',
    '\u200b',
    FORGED,
  ]);
  expect(findDeceptions({ stdout: formatForeignText(ALL), stderr: '' })).toContainEqual(
    expect.stringMatching(`^${FORGED}`),
  );
});

describe.each(COMMANDS)('timestep $usage', (command) => {
  const { words, operands } = splitUsage(command);

  it('repeats arguments, options and paths as they are seen', async () => {
    const database = ['--database', join(createTestFolder(), 'tasks.db')];
    const own = [...words, ...operands.map(() => ALL)];
    for (const argv of [own, [...own, ...database], [...own, `--${ALL}`], [...own, '--json']]) {
      expect([argv.length, findDeceptions(await run(argv))]).toEqual([argv.length, []]);
    }
  });
});

/** A database with a task and a session for each strange text. */
async function openStrangeTasks() {
  const database = join(createTestFolder(), 'tasks.db');
  const backend = openSqlite({ path: database, agents: AGENTS });
  onTestFinished(() => backend.close(0));
  const runner = withSessions(backend.runner, { sessions: backend.sessions, clock: systemClock });
  const ids: string[] = [];
  for (const [at, text] of STRANGE.entries()) {
    const name = text.replaceAll(/[\p{C}\uFFFD]/gu, '');
    const { id } = await runner.submit({
      agent: 'parrot',
      principal: `ann ${name}`,
      contextId: `c${at}`,
      messageId: `m${at}`,
      message: { role: 'user', content: text },
    });
    await runner.waitUntilSettled(id, new AbortController().signal);
    ids.push(id);
  }
  return { ids, options: ['--database', database] };
}

it('shows stored tasks and sessions without deceptions, and different ones differently', async () => {
  const { ids, options } = await openStrangeTasks();
  for (const argv of [
    ['tasks', 'list', '--limit', '400'],
    ['sessions', 'list', '--limit', '400'],
    ['sessions', 'list', '--limit', '400', '--json'],
    ['doctor'],
  ]) {
    const ended = await run([...argv, ...options]);
    expect([argv, ended.code, findDeceptions(ended)]).toEqual([argv, 0, []]);
  }
  const shown = new Set<string>();
  for (const [at, id] of ids.entries()) {
    const { stdout } = await run(['tasks', 'show', id, ...options]);
    expect([at, findDeceptions({ stdout, stderr: '' })]).toEqual([at, []]);
    shown.add(/^user {7}(?<said>[^]*?)^assistant/m.exec(stdout)?.groups?.['said'] ?? '');
    if (at % 10 > 0) continue;
    for (const argv of [
      ['tasks', 'show', id, '--json'],
      ['tasks', 'trace', id, '--content'],
      ['tasks', 'export', id],
      ['tasks', 'export', id, '--form', 'transcript'],
      ['sessions', 'show', `c${at}`],
      ['sessions', 'export', `c${at}`],
    ]) {
      const ended = await run([...argv, ...options]);
      expect([argv, findDeceptions(ended)]).toEqual([argv, []]);
    }
  }
  expect(shown.size).toBe(STRANGE.length);
}, 120_000);

/** A server of an agent that describes itself with a strange text, and refuses with it. */
async function servedStrangely(): Promise<string> {
  const environment = new Environment({ environmentId: 'rude', enableHandoff: false });
  const agent = new Agent({
    agentId: 'rude',
    name: `Rude ${ALL}`,
    description: ALL,
    version: ALL,
    skills: [{ id: 'look', name: ALL, description: ALL }],
    environment,
    model: () => Promise.reject(new Error(ALL)),
  });
  const serving = await serve({ agents: [agent], database: ':memory:', port: 0 });
  onTestFinished(() => serving.close(0));
  return `${serving.url}/agents/rude`;
}

it('shows what agents of others say of themselves and answer', async () => {
  const url = await servedStrangely();
  const config = { TIMESTEP_CONFIG: createTestFolder() };
  const database = ['--database', join(createTestFolder(), 'tasks.db')];
  for (const argv of [
    ['agents', 'add', url],
    ['agents', 'list'],
    ['agents', 'list', '--json'],
    ['agents', 'show', url],
    ['agents', 'show', url, '--json'],
    ['agents', 'ask', url, 'hello', ...database],
    ['agents', 'ask', url, ALL, '--json', ...database],
  ]) {
    const ended = await run(argv, config);
    expect([argv[1], findDeceptions(ended)]).toEqual([argv[1], []]);
    expect(ended.stdout + ended.stderr).not.toBe('');
  }
});

it('shows the mistakes of files of others', async () => {
  const folder = join(createTestFolder(), 'agent');
  mkdirSync(join(folder, 'rules'), { recursive: true });
  const strange = { [ALL]: ALL, metadata: { name: ALL }, mcpServers: { [ALL]: { command: 7 } } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(strange));
  writeFileSync(join(folder, 'rules', 'a.mdt'), `---\n${ALL}: ${ALL}\n---\n`);
  for (const argv of [
    ['check', folder],
    ['check', folder, '--json'],
    ['import', folder, join(createTestFolder(), 'b')],
    ['clone', folder, join(createTestFolder(), 'c')],
    ['chat', folder],
  ]) {
    const ended = await run(argv);
    expect([argv[0], findDeceptions(ended)]).toEqual([argv[0], []]);
  }
});
