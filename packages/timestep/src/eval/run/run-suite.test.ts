import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { getText } from '#core';
import type { AgentFn } from '#engine/port';
import { finalContains } from '../graders/text-graders.ts';
import { outcomeVerifier } from '../graders/outcome-verifier.ts';
import { functionEnvironment } from '#engine/tools';
import type { TrialRow } from '../trial.ts';
import { readResults } from './results-file.ts';
import { runSuite, type SuiteOptions } from './run-suite.ts';
import { taskIdToFolderName } from './trial-files.ts';

const root = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
function newDir(): string {
  count += 1;
  return join(root, `run-${count}`);
}

const echo: AgentFn = (messages) => {
  const last = messages.at(-1);
  return {
    role: 'assistant',
    content: `Echo: ${last ? getText(last) : ''}`,
  };
};

const tasks = [
  { id: 'one', messages: [{ role: 'user', content: 'sun' }], expected: { final_contains: 'sun' } },
  { id: 'two', messages: [{ role: 'user', content: 'rain' }], expected: { final_contains: 'sun' } },
] as const;

function suite(more: Partial<SuiteOptions> = {}): SuiteOptions {
  return { tasks, outdir: newDir(), agent: echo, trials: 2, ...more };
}

function rowsOf(outdir: string): TrialRow[] {
  return [...readResults(join(outdir, 'results.jsonl'))].toSorted(
    (a, b) => a.task_id.localeCompare(b.task_id) || a.trial - b.trial,
  );
}

describe('runSuite', () => {
  it('leaves one line a trial, the meta data, and files for each trial', async () => {
    const { outdir, meta, ran, isComplete } = await runSuite(suite());
    expect({ ran, isComplete }).toEqual({ ran: 4, isComplete: true });
    expect(rowsOf(outdir).map(({ task_id, trial, verdict }) => [task_id, trial, verdict])).toEqual([
      ['one', 0, 'passed'],
      ['one', 1, 'passed'],
      ['two', 0, 'failed'],
      ['two', 1, 'failed'],
    ]);
    expect(JSON.parse(readFileSync(join(outdir, 'run_meta.json'), 'utf8'))).toEqual(meta);
    expect(meta).toMatchObject({
      task_count: 2,
      trials: 2,
      ended_at: expect.any(String) as string,
    });
    const folder = join(outdir, 'trials', 'one', 'trial_00');
    expect(readdirSync(folder).toSorted()).toEqual([
      'grades.json',
      'info.json',
      'tool_index.json',
      'transcript.json',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'transcript.json'), 'utf8'))).toEqual([
      { role: 'user', content: 'sun' },
      { role: 'assistant', content: 'Echo: sun' },
    ]);
  });

  it('gives each trial a seed of its own, the same in every run', async () => {
    const [first, again, other] = await Promise.all([
      runSuite(suite()),
      runSuite(suite()),
      runSuite(suite({ seed: 1 })),
    ]);
    const seeds = (run: { readonly outdir: string }): number[] =>
      rowsOf(run.outdir).map(({ seed }) => seed);
    expect(new Set(seeds(first)).size).toBe(4);
    expect(seeds(again)).toEqual(seeds(first));
    expect(seeds(other)).not.toEqual(seeds(first));
  });

  it('lets no two trials share a key, by which peers know messages again', async () => {
    const keys: string[] = [];
    const agent: AgentFn = (_messages, { key }) => {
      keys.push(key);
      return { role: 'assistant', content: 'sun' };
    };
    await runSuite(suite({ agent }));
    await runSuite(suite({ agent }));
    expect(new Set(keys).size).toBe(8);
  });

  it('makes an environment for each trial, asks what it left behind, and ends it', async () => {
    const closed: string[] = [];
    const calling: AgentFn = (messages) =>
      messages.length > 1
        ? { role: 'assistant', content: 'done' }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{}' } }],
          };
    const { outdir } = await runSuite(
      suite({
        agent: calling,
        graders: [outcomeVerifier({ verify: ({ outcome }) => outcome === 1 })],
        tools: (task, trial) => {
          let state = 0;
          return {
            tools: functionEnvironment({ add: () => (state += 1) }),
            outcome: () => state,
            close: () => void closed.push(`${task.id} ${trial}`),
          };
        },
      }),
    );
    expect(rowsOf(outdir).map(({ verdict, tool_calls }) => [verdict, tool_calls])).toEqual(
      Array.from({ length: 4 }, () => ['passed', 1]),
    );
    expect(closed.toSorted()).toEqual(['one 0', 'one 1', 'two 0', 'two 1']);
  });

  it('tells errors from fails, and unknown costs from none', async () => {
    const { outdir } = await runSuite(suite({ agent: () => Promise.reject(new Error('no line')) }));
    expect(rowsOf(outdir)[0]).toMatchObject({
      verdict: 'error',
      error: 'no line',
      judge_cost_usd: 0,
    });
    const { outdir: unpriced } = await runSuite(suite());
    expect(rowsOf(unpriced)[0]?.cost_usd).toBeNull();
  });

  it('ends an episode that has spent what it may, and grades it', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
    const endless: AgentFn = (_messages, { key }) => ({
      role: 'assistant',
      content: 'sun',
      usage,
      tool_calls: [{ id: key, type: 'function', function: { name: 'go', arguments: '{}' } }],
    });
    const limited = [{ ...tasks[0], limits: { max_tokens: 25 } }];
    const { outdir } = await runSuite(
      suite({
        tasks: limited,
        agent: endless,
        tools: { go: () => 'on' },
        graders: [finalContains()],
      }),
    );
    const [row] = rowsOf(outdir);
    // An answer that is being worked on is none.
    expect(row).toMatchObject({ verdict: 'failed', score: 0.5, steps: 3, total_tokens: 30 });
    expect(row?.error).toContain('25 tokens');
  });

  it('does not write over a run, and goes on only with the same one', async () => {
    const { outdir } = await runSuite(suite());
    await expect(runSuite(suite({ outdir }))).rejects.toMatchObject({ code: 'run-exists' });
    const otherwise = suite({ outdir, resume: true, trials: 3 });
    await expect(runSuite(otherwise)).rejects.toThrow(/a different trials/);
    expect(await runSuite(suite({ outdir, resume: true }))).toMatchObject({
      ran: 0,
      isComplete: true,
    });
  });

  it('goes on after it was stopped, and runs nothing twice', async () => {
    const outdir = newDir();
    const stop = new AbortController();
    const stopped = await runSuite(
      suite({ outdir, concurrency: 1, signal: stop.signal, onTrial: () => stop.abort() }),
    );
    expect(stopped).toMatchObject({ ran: 1, isComplete: false });
    expect(stopped.meta.ended_at).toBeUndefined();
    expect(await runSuite(suite({ outdir, resume: true }))).toMatchObject({
      ran: 3,
      isComplete: true,
    });
    expect(rowsOf(outdir)).toHaveLength(4);
  });

  it('runs broken trials again only with retryErrors', async () => {
    const outdir = newDir();
    await runSuite(suite({ outdir, agent: () => Promise.reject(new Error('no line')) }));
    expect(await runSuite(suite({ outdir, resume: true }))).toMatchObject({ ran: 0 });
    const again = suite({ outdir, resume: true, retryErrors: true });
    expect(await runSuite(again)).toMatchObject({ ran: 4, isComplete: true });
  });

  it.each([
    ['no trials', { trials: 0 }, 'trials'],
    ['no file', { tasks: '/nowhere.jsonl' }, '/nowhere.jsonl'],
    ['no tasks', { tasks: [] }, 'no tasks'],
  ])('refuses %s', async (_, more, said) => {
    const options = suite(more);
    await expect(runSuite(options)).rejects.toThrow(said);
    expect(existsSync(options.outdir)).toBe(false);
  });
});

it('names a file and a line that it cannot read, and forgives a last one that was cut off', () => {
  const path = join(root, 'torn.jsonl');
  writeFileSync(path, '{"trial":1}\n{"tri');
  expect([...readResults(path)]).toEqual([{ trial: 1 }]);
  appendFileSync(path, '\n');
  expect(() => [...readResults(path)]).toThrow(`${path}:2`);
});

it.each(['..', '../../etc', 'a/b', 'a\\b', '', 'x'.repeat(1000)])('%j leads nowhere else', (id) => {
  const name = taskIdToFolderName(id);
  expect(name).not.toMatch(/^\.+$|[/\\]/);
  expect(name.length).toBeLessThan(256);
});

it('is the same after SIGKILL and resuming as without, and runs no recorded trial twice', async () => {
  const [killed, unbroken] = [newDir(), newDir()];
  await play(unbroken);
  const first = start(killed, 12);
  const told = join(killed, 'told.txt');
  await expect
    .poll(() => (existsSync(told) ? readFileSync(told, 'utf8').split('\n').length : 0))
    .toBeGreaterThan(8);
  first.kill('SIGKILL');
  await once(first, 'exit');
  // The worst moment: in the middle of a line.
  appendFileSync(join(killed, 'results.jsonl'), '{"task_id":"t1');
  await play(killed);
  const comparable = (outdir: string): object[] =>
    rowsOf(outdir).map(({ duration_s: _d, started_at: _s, ...row }) => row);
  expect(comparable(killed)).toEqual(comparable(unbroken));
  expect(comparable(killed)).toHaveLength(40);
});

function start(outdir: string, answers: number): ReturnType<typeof spawn> {
  const program = fileURLToPath(new URL('suite-process.fixture.ts', import.meta.url));
  return spawn(
    process.execPath,
    ['--conditions=@timestep/source', program, outdir, String(answers)],
    {
      stdio: 'inherit',
    },
  );
}

async function play(outdir: string): Promise<void> {
  const child = start(outdir, 40);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}

it('makes files for each trial of small runs only, unless asked for', async () => {
  const one = await runSuite(suite({ trials: 101, concurrency: 20 }));
  expect(existsSync(join(one.outdir, 'trials'))).toBe(false);
  const two = await runSuite(suite({ trials: 1, trialFiles: false }));
  expect(existsSync(join(two.outdir, 'trials'))).toBe(false);
});
