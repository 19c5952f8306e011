import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import type { AgentFn } from '#engine/port';
import type { Grader } from '../grader.ts';
import { createDefaultGraders, createGradersFromSpecs } from '../graders/grader-specs.ts';
import type { SuiteTask } from '../suite-task.ts';
import type { TrialRow } from '../trial.ts';
import { readResults } from './results-file.ts';
import { runSuite, type SuiteOptions } from './run-suite.ts';

const echo: AgentFn = () => ({ role: 'assistant', content: 'sun' });

/** Calls the same tool for ever, and says what is wanted while doing so. */
const endless: AgentFn = (_messages, { key }) => ({
  role: 'assistant',
  content: 'sun',
  tool_calls: [{ id: key, type: 'function', function: { name: 'go', arguments: '{}' } }],
});

function suite(
  task: Partial<SuiteTask>,
  graders: readonly Grader[],
  more: Partial<SuiteOptions> = {},
): SuiteOptions {
  const parent = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const messages = [{ role: 'user', content: 'go' }] as const;
  return {
    tasks: [{ id: 't', messages, ...task }],
    outdir: join(parent, 'run'),
    agent: echo,
    tools: { go: () => 'on' },
    trials: 1,
    graders,
    ...more,
  };
}

async function rowOf(options: SuiteOptions): Promise<TrialRow | undefined> {
  await runSuite(options);
  return [...readResults(join(options.outdir, 'results.jsonl'))][0];
}

const anything: Grader = {
  name: 'Own',
  grade: () => ({ name: 'Own', passed: true, score: 1, details: {} }),
};

describe('before the first trial', () => {
  it.each<[string, readonly string[], JsonObject, string]>([
    ['an unknown name', ['FinalContains:x'], { final_contain: 'x' }, 'final_contains'],
    [
      'a name of a grader that is not there',
      ['MaxToolCalls:5'],
      { final_regex: 'x' },
      'FinalRegex',
    ],
    ['what its grader was given already', ['FinalContains:x'], { final_contains: 'y' }, 'argument'],
    ['keys of no result', ['ToolResultJSON'], { tool_result_required_keys: ['a'] }, 'tool_result'],
    ['a bad pattern', ['FinalRegex'], { final_regex: '(' }, 'is not a valid regular expression'],
    ['a bad pattern of a transcript', ['TranscriptRegex'], { transcript_regex: '[' }, 'regular'],
    ['a pattern of anything', ['FinalRegex'], { final_regex: '' }, 'must not be empty'],
    ['a text in every text', ['FinalContains'], { final_contains: '' }, 'must not be empty'],
    ['no text', ['FinalContains'], { final_contains: 5 }, 'must be a string'],
    ['no number', ['LatencyLimit'], { max_duration_s: '5' }, 'must be a number'],
    ['no list', ['ToolCallOrder'], { tool_call_order: 'a' }, 'must be a list'],
    ['an order of nothing', ['ToolCallOrder'], { tool_call_order: [] }, 'at least one'],
    [
      'a misspelt field of a call',
      ['ToolCallMatch'],
      { tool_calls: [{ name: 'go', argumens: {} }] },
      'expected.tool_calls[0] has the unknown field argumens: did you mean arguments?',
    ],
    [
      'a misspelt name of a call',
      ['ToolCallMatch'],
      { tool_calls: [{ nmae: 'go', arguments: {} }] },
      'has the unknown field nmae: did you mean name?',
    ],
    [
      'one field too many in a call',
      ['ToolCallMatch'],
      { tool_calls: [{ name: 'go', arguments: {}, times: 2 }] },
      'has the unknown field times: use name and arguments',
    ],
    [
      'a misspelt field of a step',
      ['Trajectory'],
      { trajectory: [{ name: 'go', argumets: {} }] },
      'expected.trajectory[0] has the unknown field argumets: did you mean arguments?',
    ],
    ['no calls', ['ToolCallMatch'], { tool_calls: [{}] }, 'must be a list of'],
  ])('refuses to expect %s', async (_, specs, expected, said) => {
    const options = suite({ expected }, createGradersFromSpecs(specs));
    const running = runSuite(options);
    await expect(running).rejects.toMatchObject({ code: 'bad-task' });
    await expect(running).rejects.toThrow(/task t\b.*expected\./);
    await expect(running).rejects.toThrow(said);
    expect(existsSync(options.outdir)).toBe(false);
  });

  it('refuses limits that no grader reads, and fields that resemble others', async () => {
    const run = (task: Partial<SuiteTask>): Promise<unknown> =>
      runSuite(suite(task, createGradersFromSpecs(['MaxToolCalls:5'])));
    await expect(run({ limits: { min_tool_calls: 1 } })).rejects.toThrow(/MinToolCalls/);
    const limits = { max_stepps: 1 } as SuiteTask['limits'];
    await expect(run({ ...(limits && { limits }) })).rejects.toThrow(/limits\.max_stepps/);
    await expect(run({ expect: { final_contains: 'x' } })).rejects.toThrow(/expect is not a field/);
    await expect(run({ category: 'weather', limits: { max_steps: 3 } })).resolves.toMatchObject({
      ran: 1,
    });
  });

  it.each<[string, Partial<SuiteTask>, string]>([
    ['no expectation', {}, 'nothing is checked'],
    ['an empty one', { expected: {} }, 'nothing is checked'],
    ['a misspelt one', { expectd: { final_contains: 'x' } }, 'did you mean expected?'],
    [
      'a misspelt grade',
      { expected: { final_contans: 'x' } },
      'did you mean expected.final_contains?',
    ],
    ['misspelt limits', { limit: { max_tool_calls: 3 } }, 'did you mean limits?'],
    ['only limits of the episode', { limits: { max_steps: 3 } }, 'nothing is checked'],
  ])('refuses a task with %s where no grader is named', async (_, task, problem) => {
    const options = suite(task, createDefaultGraders());
    await expect(runSuite(options)).rejects.toThrow(problem);
    expect(existsSync(options.outdir)).toBe(false);
  });

  it.each<[string, Partial<SuiteTask>]>([
    ['a limit of its own', { limits: { max_tool_calls: 3 } }],
    ['tools of its own', { tools_allowed: ['go'] }],
    ['an answer', { expected: { final_contains: 'sun' } }],
  ])('judges a task with %s where no grader is named', async (_, task) => {
    expect(await rowOf(suite(task, createDefaultGraders()))).toMatchObject({ verdict: 'passed' });
  });

  it('refuses what resembles an expectation of a grader beside graders of one’s own', async () => {
    const graders = [anything, ...createGradersFromSpecs(['FinalContains'])];
    const options = suite({ expected: { final_contain: 'x', digest: 'y' } }, graders);
    await expect(runSuite(options)).rejects.toThrow('did you mean expected.final_contains?');
  });

  it.each([
    ['TranscriptContains', { transcript_contains: 'go' }],
    ['TranscriptRegex', { transcript_regex: '^g' }],
  ])('refuses what the messages of the task meet themselves: %s', async (spec, expected) => {
    const options = suite({ expected }, createGradersFromSpecs([spec]));
    await expect(runSuite(options)).rejects.toThrow('is met by the messages of the task itself');
  });

  it('refuses a task that no grader judges, and a suite without graders', async () => {
    const skipped = suite({}, createGradersFromSpecs(['FinalRegex', 'FinalContains']));
    await expect(runSuite(skipped)).rejects.toThrow(
      /task t cannot be judged: no grader applies to it/,
    );
    await expect(runSuite(suite({}, []))).rejects.toMatchObject({ code: 'bad-grader' });
    expect(existsSync(skipped.outdir)).toBe(false);
  });

  it('lets graders of one’s own read what they like', async () => {
    const row = await rowOf(suite({ expected: { digest: 'x', outputs: [] } }, [anything]));
    expect(row).toMatchObject({ verdict: 'passed' });
  });

  it.each([
    ['seed', { seed: Number.NaN }],
    ['seed', { seed: 1.5 }],
    ['agentTimeoutS', { agentTimeoutS: Number.NaN }],
    ['agentTimeoutS', { agentTimeoutS: 0 }],
  ])('refuses a %s that is none', async (name, more) => {
    const running = runSuite(suite({}, [anything], more));
    await expect(running).rejects.toMatchObject({ code: 'bad-run' });
    await expect(running).rejects.toThrow(name);
  });
});

describe('after a trial', () => {
  it.each([
    ['FinalContains', { expected: { final_contains: 'sun' } }],
    ['ToolCallSequence', { expected: { must_call_tool: 'go' } }],
    ['MinToolCalls:1', {}],
    ['ToolCallMatch', { expected: { tool_calls: [{ name: 'go', arguments: {} }] } }],
  ])('an agent that never answers does not pass %s', async (spec, task) => {
    const limits = { max_steps: 3 };
    const graders = createGradersFromSpecs([spec]);
    const row = await rowOf(suite({ ...task, limits }, graders, { agent: endless }));
    expect(row).toMatchObject({ verdict: 'failed', terminated_reason: 'max_steps' });
    expect(row?.grades.find(({ passed }) => !passed)).toMatchObject({
      name: 'FinalAnswer',
      details: { ended_by: 'max_steps' },
    });
  });

  it('takes the calls of one reply for what was asked for, where there is but one', async () => {
    const expected = { tool_calls: [{ name: 'go', arguments: {} }] };
    const task = { expected, limits: { max_steps: 1 } };
    const more = { agent: endless };
    const passing = await rowOf(
      suite(task, createGradersFromSpecs(['ToolCallMatch', 'MaxToolCalls:1']), more),
    );
    expect(passing).toMatchObject({ verdict: 'passed', terminated_reason: 'max_steps' });
    const failing = await rowOf(suite({ limits: { max_steps: 1 } }, [anything], more));
    expect(failing).toMatchObject({ verdict: 'failed' });
  });

  it('does not pass what every grader skipped', async () => {
    const skipping: Grader = {
      name: 'Own',
      grade: () => ({ name: 'Own', passed: true, score: 1, details: {}, skipped: true }),
    };
    const row = await rowOf(suite({}, [skipping]));
    expect(row).toMatchObject({ verdict: 'failed', score: 0 });
    expect(row?.grades[1]).toMatchObject({ name: 'Judged', passed: false });
  });
});
