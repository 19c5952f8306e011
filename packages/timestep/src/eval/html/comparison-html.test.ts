import { describe, expect, it } from 'vitest';
import type { Verdict } from '../trial.ts';
import { comparisonHtml } from './comparison-html.ts';
import { detailsIn, modelIn, rowWith, runOf } from './run.fixture.ts';

function runWith(
  name: string,
  verdicts: Readonly<Record<string, readonly Verdict[]>>,
): ReturnType<typeof runOf> {
  const rows = Object.entries(verdicts).flatMap(([id, list]) =>
    list.map((verdict, trial) =>
      rowWith(id, trial, verdict, {
        messages: [{ role: 'user', content: `${name} ${id} ${trial}` }],
      }),
    ),
  );
  return runOf(rows, { agent: name });
}

const BEFORE = runWith('old', {
  same: ['passed', 'failed'],
  worse: ['passed', 'passed'],
  better: ['failed', 'failed'],
  broken: ['passed', 'passed'],
});
const AFTER = runWith('new', {
  same: ['passed', 'failed'],
  worse: ['failed', 'passed'],
  better: ['passed', 'failed'],
  broken: ['error'],
});

describe('comparisonHtml', () => {
  const html = [...comparisonHtml(BEFORE, AFTER)].join('');

  it('says what differs, and how likely that is', () => {
    const [head = ''] = html.split('<script');
    const text = head.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('tasks 0123456789ab: broken ');
    expect(text).toMatch(/trials worse 1 trials better 1 pairs 6/);
    expect(text).toContain('p 1.0000 sign flips of 3 tasks');
    expect(text).toMatch(/difference 0\.0 points 95 %: −\d+\.\d to \+\d+\.\d/);
  });

  it('puts what became worse first, then what became better, trial by trial', () => {
    const { tasks, runs } = modelIn(html);
    expect(runs).toEqual(['before: old', 'after: new']);
    const shown = tasks.map(({ id, group, figures, trials }) => [
      id,
      group,
      figures.join(' → '),
      trials.map(({ outcome }) => outcome).join(' '),
    ]);
    expect(shown.slice(0, 2)).toEqual([
      ['worse', 'Worse', '100.0 % → 50.0 %', 'worse passed'],
      ['better', 'Better', '0.0 % → 50.0 %', 'better failed'],
    ]);
    expect(shown.slice(2)).toEqual([
      ['broken', 'No difference', '100.0 % → unknown', 'unpaired unpaired'],
      ['same', 'No difference', '50.0 % → 50.0 %', 'passed failed'],
    ]);
  });

  it('finds both trials of a pair, and none where a run has none', () => {
    const details = detailsIn(html);
    for (const { id, trials } of modelIn(html).tasks) {
      for (const { number, places } of trials) {
        const said = places.map(
          (place) => place && details[place[0]]?.[place[1]]?.entries?.[0]?.text,
        );
        const isMissing = id === 'broken' && number === 1;
        expect(said).toEqual([`old ${id} ${number}`, isMissing ? null : `new ${id} ${number}`]);
      }
    }
  });

  it('refuses runs of other tasks', () => {
    const other = { ...AFTER, meta: { ...AFTER.meta, tasks_sha256: 'other' } };
    expect(() => [...comparisonHtml(BEFORE, other)]).toThrow(/other tasks/);
  });
});
