import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { finalContains } from '../graders/text-graders.ts';
import { compareRuns } from '../report/compare.ts';
import { readRun, report } from '../report/read-run.ts';
import { readResults } from '../run/results-file.ts';
import { runSuite } from '../run/run-suite.ts';
import { validateTasks } from '../tasks/read-tasks.ts';
import { gradeTraces } from './grade-traces.ts';
import { chat, requestOf, says, type GivenSpan } from './otlp.fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'timestep-traces-'));
afterAll(() => rmSync(root, { recursive: true }));

function traceOf(trace: string, from: number, asked: string, answer: string): GivenSpan {
  const attributes = chat([says('user', asked)], [says('assistant', answer)]);
  return { id: `span-${trace}`, trace, from, to: from + 100, attributes };
}

const tasks = validateTasks(
  ['sun', 'rain'].map((id) => ({
    id,
    messages: [{ role: 'user', content: `Is there ${id}?` }],
    expected: { final_contains: 'yes' },
  })),
);

describe('gradeTraces', () => {
  it('grades traces of files by the tasks they are of', async () => {
    const folder = mkdtempSync(join(root, 'files-'));
    const late = traceOf('t3', 3000, 'Is there sun?', 'no');
    const early = traceOf('t1', 1000, 'Is there sun?', 'yes');
    const lines = [requestOf(late, { id: 'http', trace: 't9' }), requestOf(early)];
    writeFileSync(join(folder, 'a.jsonl'), lines.map((one) => JSON.stringify(one)).join('\n'));
    const others = requestOf(
      traceOf('t2', 2000, 'Is there rain?', 'yes'),
      traceOf('t4', 4000, 'Who are you?', 'yes'),
    );
    writeFileSync(join(folder, 'b.json'), JSON.stringify(others, undefined, 2));
    writeFileSync(join(folder, 'notes.txt'), 'no traces');
    const outdir = join(root, 'graded');
    const asked = { traces: folder, outdir, tasks, graders: [finalContains()] };
    expect(await gradeTraces(asked)).toEqual({ graded: 3, leftOut: 1 });
    const rows = [...readResults(join(outdir, 'results.jsonl'))];
    expect(rows.map(({ task_id, trial, verdict }) => [task_id, trial, verdict])).toEqual([
      ['sun', 0, 'passed'],
      ['rain', 0, 'passed'],
      ['sun', 1, 'failed'],
    ]);
    expect(rows[0]).toMatchObject({ started_at: '1970-01-01T00:00:01.000Z', duration_s: 0.1 });
    expect(report(outdir)).toMatchObject({
      passed: 2,
      failed: 1,
      errors: 0,
      missing: 0,
    });
    await expect(gradeTraces(asked)).rejects.toThrow('already contains a run');
  });

  it('leaves a run that others of the same tasks can be compared with', async () => {
    const traces = join(root, 'both.json');
    const both = ['sun', 'rain'].map((id, index) => traceOf(id, index, `Is there ${id}?`, 'yes'));
    writeFileSync(traces, JSON.stringify(requestOf(...both)));
    const [before, after] = [join(root, 'before'), join(root, 'after')];
    const graders = [finalContains()];
    await gradeTraces({ traces, outdir: before, tasks, graders });
    const agent = () => ({ role: 'assistant', content: 'no' }) as const;
    await runSuite({ tasks, outdir: after, agent, trials: 1, graders });
    expect(compareRuns(readRun(before), readRun(after))).toMatchObject({ pairs: 2 });
  });

  it('counts a task that no trace is of as a trial that is missing', async () => {
    const traces = join(root, 'one.json');
    writeFileSync(traces, JSON.stringify(requestOf(traceOf('t1', 0, 'Is there sun?', 'yes'))));
    const outdir = join(root, 'one');
    await gradeTraces({ traces, outdir, tasks, graders: [finalContains()] });
    expect(report(outdir)).toMatchObject({
      planned: 2,
      trials: 1,
      passed: 1,
      missing: 1,
    });
  });

  it('refuses, before it writes, expectations that no grader reads', async () => {
    const traces = join(root, 'unread.json');
    writeFileSync(traces, JSON.stringify(requestOf(traceOf('t1', 0, 'Is there sun?', 'yes'))));
    const outdir = join(root, 'unread');
    const asked = { traces, outdir, tasks, graders: [finalContains({ text: 'x' })] };
    await expect(gradeTraces(asked)).rejects.toMatchObject({ code: 'bad-task' });
    const vacuous = { traces, outdir, graders: [finalContains()] };
    await expect(gradeTraces(vacuous)).rejects.toThrow(/no grader applies/);
    expect(existsSync(outdir)).toBe(false);
  });

  it('takes each trace for a task where none are given', async () => {
    const traces = join(root, 'alone.json');
    writeFileSync(traces, JSON.stringify(requestOf(traceOf('t7', 0, 'Hello?', 'yes'))));
    const outdir = join(root, 'alone');
    await gradeTraces({ traces, outdir, graders: [finalContains({ text: 'no' })] });
    const rows = [...readResults(join(outdir, 'results.jsonl'))];
    expect(rows).toMatchObject([{ task_id: 't7', verdict: 'failed' }]);
  });

  it.each([
    ['a file that is not there', 'nowhere.json', undefined, 'nowhere.json does not exist'],
    ['no agent', 'http.json', requestOf({ id: 'http' }), 'http.json contains no trace of an agent'],
  ])('refuses %s', async (_, name, request, said) => {
    const traces = join(root, name);
    if (request) writeFileSync(traces, JSON.stringify(request));
    await expect(gradeTraces({ traces, outdir: join(root, 'none') })).rejects.toThrow(said);
  });
});
