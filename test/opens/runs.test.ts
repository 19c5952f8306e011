/** Run folders of an earlier release are reported and compared alike, and one is gone on with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { timestep } from './command.ts';
import { copyOf, GENERATIONS, writtenOf } from './generation.ts';
import { runArguments } from './write-runs.ts';

/** The part of a report that is worded. */
interface Reported {
  readonly gate?: { readonly problems?: readonly string[] };
}

describe.each(GENERATIONS)('the runs of %s', (generation) => {
  const { report, compare } = writtenOf(generation).figures;

  function copied(): string {
    const { folder, remove } = copyOf(generation, 'suite');
    onTestFinished(remove);
    return join(folder, 'suite');
  }

  it.each(Object.keys(report))('are reported with the same figures: %s', async (name) => {
    const { code, stdout } = await timestep(copied(), ['report', name, '--json']);
    // Each release words a problem in its own way; how many there are is a figure.
    const { gate, ...figures } = report[name] as Reported;
    const found = JSON.parse(stdout) as Reported;
    expect(found).toMatchObject(figures);
    expect(found.gate?.problems?.length).toBe(gate?.problems?.length);
    expect(code).toBe(name === 'cut' ? 1 : 0);
  });

  it('are the runs that the suite was written for', () => {
    expect(report).toMatchObject({
      before: { planned: 16, trials: 16, passed: 16, failed: 0 },
      after: { planned: 16, trials: 16, passed: 12, failed: 4 },
      cut: { planned: 16, trials: 4, passed: 4, missing: 12 },
    });
  });

  it('are compared with the same figures', async () => {
    const { stdout } = await timestep(copied(), ['compare', 'before', 'after', '--json']);
    expect(JSON.parse(stdout)).toMatchObject(compare as object);
  });

  it.each(['whole', 'cut off'])('are gone on with where the last line is %s', async (line) => {
    const folder = copied();
    const results = join(folder, 'cut/results.jsonl');
    const before = readFileSync(results, 'utf8');
    const rows = before.trimEnd().split('\n');
    if (line === 'cut off') writeFileSync(results, before.slice(0, -20));
    const resumed = await timestep(folder, [...runArguments('cut'), '--resume']);
    expect(resumed).toMatchObject({ code: 0 });
    const after = readFileSync(results, 'utf8').trimEnd().split('\n');
    const kept = line === 'whole' ? rows : rows.slice(0, -1);
    expect(after.slice(0, kept.length)).toEqual(kept);
    expect(after).toHaveLength(16);
    const { stdout } = await timestep(folder, ['report', 'cut', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ planned: 16, passed: 16, missing: 0 });
  });

  it('are not gone on with for other tasks', async () => {
    const folder = copied();
    const tasks = join(folder, 'tasks.jsonl');
    writeFileSync(tasks, readFileSync(tasks, 'utf8').replace('plus 4', 'plus 5'));
    const refused = await timestep(folder, [...runArguments('cut'), '--resume']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/tasks_sha256/);
  });
});
