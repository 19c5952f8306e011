import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareRuns, readRun, createReport, type RunMeta, type TrialRow } from '#eval';
import { createRunMeta, createTrialRow } from '../evals/runs.fixture.ts';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type {
  EvalComparison,
  EvalOutputPage,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTrial,
  PageFailure,
} from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const TOKEN = 'a-token';

let serving: Serving;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-runs-'));
});

afterEach(async () => {
  await serving.close(0);
  rmSync(folder, { recursive: true, force: true });
});

async function open(runs: string | undefined = folder): Promise<void> {
  const agent = new Agent({
    agentId: 'guide',
    name: 'Guide',
    model: scriptedAgent(() => 'Hello.'),
  });
  serving = await serve({
    agents: [agent],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: TOKEN },
        files: async () => new Map(),
        ...(runs !== '' && { runs }),
      }),
    ],
  });
}

async function at(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return serving.fetch(new Request(`${serving.url}/ui/api/evals${path}`, { headers }));
}

async function read<T>(path: string): Promise<T> {
  const response = await at(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function codeAt(path: string): Promise<readonly [number, string]> {
  const response = await at(path);
  const { error } = (await response.json()) as PageFailure;
  return [response.status, error.code];
}

function write(name: string, rows: readonly TrialRow[], more: Partial<RunMeta> = {}): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'run_meta.json'), JSON.stringify(createRunMeta(more)));
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(join(folder, name, 'results.jsonl'), lines.join(''));
}

/** An id that no address can hold. */
const HALF = 'half \ud83d';

const ROWS = [
  createTrialRow('a', 0, 'passed', { messages: [{ role: 'user', content: 'hello' }] }),
  createTrialRow('a', 1, 'failed'),
  createTrialRow('b', 0, 'error', { cost_usd: null }),
];

it('lists the runs of the folder, the newest first, and passes over what is none', async () => {
  write('old', ROWS, { tasks_path: '/suites/desk.jsonl' });
  write('new', [], { started_at: '2026-02-01T00:00:00.000Z' });
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'file'), '');
  await open();
  const { runs } = await read<EvalRunList>('');
  expect(runs.map(({ name, suite }) => [name, suite])).toEqual([
    ['new', 'tasks 0123456789ab'],
    ['old', 'desk.jsonl'],
  ]);
});

it('has no runs where the server has no folder, or the folder is not there yet', async () => {
  await open('');
  expect(await read<EvalRunList>('')).toEqual({ runs: [] });
  expect(await codeAt('/runs/old')).toEqual([404, 'run-not-found']);
  await serving.close(0);
  await open(join(folder, 'none'));
  expect((await read<EvalRunList>('')).runs).toEqual([]);
});

it('gives the answers of two runs, a part of the tasks at a time', async () => {
  const answer = (content: string) => ({
    messages: [
      { role: 'user', content: 'hello' } as const,
      { role: 'assistant', content } as const,
    ],
  });
  const others = Array.from({ length: 20 }, (_, index) => createTrialRow(`t${index}`, 0, 'passed'));
  write('was', [createTrialRow('a', 0, 'failed', answer('No.'))]);
  const broken = createTrialRow('b', 0, 'error');
  write('is', [createTrialRow('a', 0, 'passed', answer('Yes.')), broken, ...others]);
  await open();
  const first = await read<EvalOutputPage>('/outputs?before=was&after=is');
  expect(first.total).toBe(22);
  expect(first.pairs).toHaveLength(20);
  expect(first.pairs.slice(0, 2)).toEqual([
    {
      taskId: 'a',
      before: { trial: 0, verdict: 'failed', text: 'No.' },
      after: { trial: 0, verdict: 'passed', text: 'Yes.' },
    },
    { taskId: 'b', after: { trial: 0, verdict: 'error', text: 'no line' } },
  ]);
  const rest = await read<EvalOutputPage>('/outputs?before=was&after=is&from=20');
  expect(rest.pairs.map(({ taskId }) => taskId)).toEqual(['t18', 't19']);
  expect(await codeAt('/outputs?before=was&after=gone')).toEqual([404, 'run-not-found']);
});

it('says of a run what the report says', async () => {
  write('first', ROWS);
  await open();
  const report = createReport(createRunMeta(), ROWS);
  const view = await read<EvalRunView>('/runs/first');
  expect(view).toMatchObject({
    passed: 1,
    failed: 1,
    errors: 1,
    planned: 4,
    passRate: report.pass_rate,
    meanScore: report.mean_score,
    costUsd: null,
    totalTokens: report.total_tokens,
    durationS: report.duration_s,
  });
  expect(view.passes.map(({ any, all }) => [any?.mean ?? null, all?.mean ?? null])).toEqual(
    report.pass_at.map((any, index) => [any, report.pass_all[index]]),
  );
  expect(view.tasks.map(({ id, costUsd, trials }) => [id, costUsd, trials])).toEqual([
    ['b', null, [{ trial: 0, verdict: 'error', failing: ['agent'] }]],
    [
      'a',
      1,
      [
        { trial: 0, verdict: 'passed', failing: [] },
        { trial: 1, verdict: 'failed', failing: ['FinalContains'] },
      ],
    ],
  ]);
});

it('shows a run that goes on as it grows', async () => {
  write('first', ROWS.slice(0, 1));
  await open();
  const counts = async () => {
    const { trials, planned } = await read<EvalRunSummary>('/runs/first/summary');
    return [trials, planned];
  };
  expect(await counts()).toEqual([1, 4]);
  appendFileSync(join(folder, 'first', 'results.jsonl'), `${JSON.stringify(ROWS[1])}\n{"half`);
  expect(await counts()).toEqual([2, 4]);
});

it('reads one trial with its transcript and its grades', async () => {
  write('first', [...ROWS, createTrialRow(HALF, 0, 'passed')]);
  await open();
  const trial = await read<EvalTrial>('/runs/first/trial?task=a&trial=0');
  expect(trial.messages).toEqual([{ role: 'user', content: 'hello' }]);
  expect(trial.grades).toEqual([
    { name: 'FinalContains', standing: 'passed', score: 1, reason: '{"expected":"x"}' },
  ]);
  const broken = await read<EvalTrial>('/runs/first/trial?task=b&trial=0');
  expect([broken.score, broken.costUsd]).toEqual([null, null]);
  const halves = await read<EvalTrial>(
    `/runs/first/trial?${new URLSearchParams({ task: HALF, trial: '0' }).toString()}`,
  );
  expect(halves.taskId).toBe(HALF);
  expect(await codeAt('/runs/first/trial?task=a&trial=9')).toEqual([404, 'trial-not-found']);
});

it('compares two runs as the command does, and says why it cannot', async () => {
  write('before', ROWS);
  write('after', [createTrialRow('a', 0, 'failed'), createTrialRow('a', 1, 'failed')]);
  write('other', ROWS, { tasks_sha256: 'other' });
  await open();
  const found = compareRuns(readRun(join(folder, 'before')), readRun(join(folder, 'after')));
  const answer = await read<EvalComparison>('/compare?before=before&after=after');
  const { p_value, difference, interval, verdict } = found;
  expect(answer).toMatchObject({ pValue: p_value, difference, interval, verdict });
  expect(answer.regressions).toEqual([{ taskId: 'a', before: 0.5, after: 0 }]);
  expect(await codeAt('/compare?before=before&after=other')).toEqual([409, 'incomparable']);
  expect(await codeAt('/compare?before=before')).toEqual([404, 'run-not-found']);
});

it('leads to nothing outside its folder', async () => {
  write('first', ROWS);
  await open(join(folder, 'first'));
  for (const name of ['..', '.', '../first', '', 'none', 'a\0b', '..%2Ffirst', '%2e%2e%2ffirst']) {
    const [status] = await codeAt(`/runs/${encodeURIComponent(name)}/summary`);
    expect(`${name}: ${status}`).toBe(`${name}: 404`);
  }
});
