import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveModel } from '../../interop/embedding/serve-model.ts';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');
const RULES = {
  damaged: 'Items that are lost or damaged must be paid for.',
  late: 'Whoever brings films back after the due date pays 20 cents a day.',
  holidays: 'On public holidays the branch is closed.',
};

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
const agent = join(folder, 'library');
let temporal: TemporalServer;
let postgres: PostgresServer;
let model: Awaited<ReturnType<typeof serveModel>>;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
  model = await serveModel();
  mkdirSync(join(agent, 'rules'), { recursive: true });
  const settings = { model: 'openai-compatible/m' };
  writeFileSync(
    join(agent, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'Library' }, settings }),
  );
  writeFileSync(join(agent, 'prompt.md'), 'You answer for a library.');
  for (const [name, text] of Object.entries(RULES))
    writeFileSync(join(agent, 'rules', `${name}.mdt`), `---\ninclude: agent\n---\n${text}\n`);
});
afterAll(async () => {
  await model?.close();
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

function startCommand(...args: readonly string[]): ChildProcess {
  const env = {
    ...process.env,
    ...model.env,
    STORE_OF_TASKS: postgres.url,
    TIMESTEP_EMBEDDING_MODEL: 'local',
  };
  const store = ['--database', '${env:STORE_OF_TASKS}', '--temporal-address', temporal.address];
  return spawn(
    process.execPath,
    ['--conditions=@timestep/source', MAIN, ...args, ...store, '--task-queue', 'choice', '--json'],
    { env, stdio: ['pipe', 'pipe', 'inherit'] },
  );
}

/** What the log says of a selection: the items with their scores, and what was left out. */
interface Selection {
  readonly items: readonly object[];
  readonly ranker: string;
  readonly omitted: readonly object[];
}

/** Asks a question whose task runs on a worker; resolves to the selection in its log. */
async function ask(question: string): Promise<Selection | undefined> {
  const child = startCommand('chat', agent, '--trust', '--runner', 'temporal', '--no-worker');
  child.stdin?.end(question);
  const ended = once(child, 'exit');
  let selection: Selection | undefined;
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    if (!line.includes('"context.selected"')) continue;
    const { items, ranker, omitted } = JSON.parse(line) as Selection;
    selection = { items, ranker, omitted };
  }
  expect(await ended).toEqual([0, null]);
  return selection;
}

/** Asks questions while one worker runs. */
async function askOneWorker(questions: readonly string[]): Promise<(Selection | undefined)[]> {
  const worker = startCommand('worker', agent);
  const ended = once(worker, 'exit');
  await Promise.race([once(worker.stdout ?? worker, 'data'), ended]);
  const selections: (Selection | undefined)[] = [];
  for (const question of questions) selections.push(await ask(question));
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  return selections;
}

it('two workers choose the same for a question', async () => {
  const questions = ['I dropped the camera and the lens is cracked', 'hello there'];
  const first = await askOneWorker(questions);
  expect(first[0]?.items).toContainEqual(
    expect.objectContaining({ kind: 'rule', name: 'damaged', reason: 'agent' }),
  );
  expect(first[1]?.items).not.toContainEqual(expect.objectContaining({ kind: 'rule' }));
  expect(await askOneWorker(questions)).toEqual(first);
});
