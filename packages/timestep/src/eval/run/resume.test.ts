import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import { finalContains, finalRegex } from '../graders/text-graders.ts';
import { maxToolCalls } from '../graders/tool-graders.ts';
import { formatJUnitXml } from '../report/junit.ts';
import { readRun, report } from '../report/read-run.ts';
import { openResultsFile, readResults } from './results-file.ts';
import { runSuite, type SuiteOptions } from './run-suite.ts';

const sunny: AgentFn = () => ({ role: 'assistant', content: 'sun' });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function suite(more: Partial<SuiteOptions> = {}): SuiteOptions {
  const tasks = ['one', 'two', 'three'].map((id) => ({
    id,
    messages: [{ role: 'user', content: id }] as const,
  }));
  const graders = [finalContains({ text: 'sun' }), maxToolCalls({ most: 5 })];
  return { tasks, outdir: join(newFolder(), 'run'), agent: sunny, trials: 1, graders, ...more };
}

describe('resuming', () => {
  it.each<[string, Partial<SuiteOptions>, string]>([
    [
      'other arguments of a grader',
      { graders: [finalContains({ text: 'rain' }), maxToolCalls({ most: 5 })] },
      'graders',
    ],
    [
      'another number',
      { graders: [finalContains({ text: 'sun' }), maxToolCalls({ most: 6 })] },
      'graders',
    ],
    [
      'another pattern',
      { graders: [finalRegex({ pattern: 'sun' }), maxToolCalls({ most: 5 })] },
      'graders',
    ],
    ['another environment', { environmentName: 'mcp:other' }, 'environment'],
    ['other tools', { tools: { look: () => 'sky' } }, 'tools_available'],
  ])('is refused with %s', async (_, more, said) => {
    const options = suite({ environmentName: 'mcp:own' });
    const { meta } = await runSuite(options);
    expect(meta).toMatchObject({
      graders: ['FinalContains:sun', 'MaxToolCalls:5'],
      environment: 'mcp:own',
    });
    const again = { ...options, ...more, resume: true };
    await expect(runSuite(again)).rejects.toMatchObject({ code: 'bad-run' });
    await expect(runSuite(again)).rejects.toThrow(`had a different ${said}`);
    expect(await runSuite({ ...options, resume: true })).toMatchObject({ ran: 0 });
  });

  it('is refused while another process, or this one, is at the run', async () => {
    const options = suite();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      const agent: AgentFn = async (messages, context) => {
        resolve();
        await held;
        return sunny(messages, context);
      };
      void runSuite({ ...options, agent }).then(() => finished());
    });
    let finished = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      finished = resolve;
    });
    await begun;
    const second = runSuite({ ...options, resume: true });
    await expect(second).rejects.toMatchObject({ code: 'run-in-use' });
    release();
    await first;
    expect(await runSuite({ ...options, resume: true })).toMatchObject({ ran: 0 });
    expect([...readResults(join(options.outdir, 'results.jsonl'))]).toHaveLength(3);
  });

  it('replaces the rows of trials that broke', async () => {
    let isBroken = true;
    const agent: AgentFn = (messages, context) => {
      if (isBroken && context.task.id === 'two') throw new Error('no line');
      return sunny(messages, context);
    };
    const options = suite({ agent, concurrency: 1 });
    await runSuite(options);
    isBroken = false;
    const again = await runSuite({ ...options, resume: true, retryErrors: true });
    expect(again).toMatchObject({ ran: 1, isComplete: true, meta: { retried: 1 } });
    const rows = [...readResults(join(options.outdir, 'results.jsonl'))];
    expect(rows.map(({ task_id, verdict }) => [task_id, verdict])).toEqual([
      ['one', 'passed'],
      ['three', 'passed'],
      ['two', 'passed'],
    ]);
    expect(readdirSync(options.outdir).filter((name) => name.startsWith('results'))).toEqual([
      'results.jsonl',
    ]);
    expect([...formatJUnitXml('s', readRun(options.outdir))].join('')).not.toContain('<error');
    expect(report(options.outdir)).toMatchObject({
      planned: 3,
      passed: 3,
      errors: 0,
      missing: 0,
    });
  });

  it('counts a trial that is to be run again as missing until it was', async () => {
    const breaking = suite({ agent: () => Promise.reject(new Error('no line')), concurrency: 1 });
    await runSuite(breaking);
    const stop = new AbortController();
    const stopped = await runSuite({
      ...breaking,
      agent: sunny,
      resume: true,
      retryErrors: true,
      signal: stop.signal,
      onTrial: () => stop.abort(),
    });
    expect(stopped).toMatchObject({ ran: 1, isComplete: false });
    expect(report(breaking.outdir)).toMatchObject({
      passed: 1,
      errors: 0,
      missing: 2,
    });
  });

  it('opens results of more than 2 GiB, and takes out only the line that was cut off', () => {
    const path = join(newFolder(), 'results.jsonl');
    const size = 2 ** 31 + 5;
    const file = openSync(path, 'w');
    // A file with a hole takes no room on the disk.
    ftruncateSync(file, size);
    writeSync(file, '\n{"task_id":"cut', size);
    closeSync(file);
    const results = openResultsFile(path);
    results.close();
    expect(statSync(path).size).toBe(size + 1);
  });

  it('reads what it goes on with even where its last line was cut off far back', () => {
    const path = join(newFolder(), 'results.jsonl');
    writeFileSync(path, `{"trial":1}\n${'x'.repeat(300_000)}`);
    openResultsFile(path).close();
    expect(readFileSync(path, 'utf8')).toBe('{"trial":1}\n');
    writeFileSync(path, 'x'.repeat(300_000));
    openResultsFile(path).close();
    expect(statSync(path).size).toBe(0);
  });

  it('says so where run_meta.json is not JSON, and keeps it whole while it is written', async () => {
    const options = suite();
    await runSuite(options);
    expect(readdirSync(options.outdir).filter((name) => name.includes('run_meta'))).toEqual([
      'run_meta.json',
    ]);
    writeFileSync(join(options.outdir, 'run_meta.json'), '{');
    await expect(runSuite({ ...options, resume: true })).rejects.toMatchObject({ code: 'bad-run' });
  });
});

describe('a disk that does not take a run', () => {
  it('stops the run, says so, and begins no more trials', async () => {
    const outdir = newFolder();
    symlinkSync('/dev/full', join(outdir, 'results.jsonl'));
    let asked = 0;
    const agent: AgentFn = (messages, context) => {
      asked += 1;
      return sunny(messages, context);
    };
    const running = runSuite(suite({ outdir, agent, trials: 50, concurrency: 2 }));
    await expect(running).rejects.toMatchObject({ code: 'cannot-write' });
    await expect(running).rejects.toThrow(/cannot write .*results\.jsonl .*ENOSPC.*--resume/);
    expect(asked).toBeLessThan(5);
  });

  it('is named where the folder cannot be made', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const running = runSuite(suite({ outdir: join(file, 'run') }));
    await expect(running).rejects.toMatchObject({ code: 'cannot-write' });
    await expect(running).rejects.toThrow(/ENOTDIR/);
  });

  it('keeps results that are there without run_meta.json out of a new run', async () => {
    const outdir = newFolder();
    mkdirSync(outdir, { recursive: true });
    writeFileSync(join(outdir, 'results.jsonl'), '{"task_id":"one"}\n');
    await expect(runSuite(suite({ outdir }))).rejects.toMatchObject({ code: 'run-exists' });
    expect(existsSync(join(outdir, 'run_meta.json'))).toBe(false);
  });
});

it('stops when onTrial throws, and leaves nothing running', async () => {
  const closed: string[] = [];
  const running = runSuite(
    suite({
      trials: 20,
      concurrency: 2,
      tools: (task, trial) => ({
        tools: functionEnvironment({}),
        close: () => void closed.push(`${task.id} ${trial}`),
      }),
      onTrial: () => {
        throw new Error('told enough');
      },
    }),
  );
  await expect(running).rejects.toThrow('told enough');
  expect(closed.length).toBeLessThan(5);
});
