import { describe, expect, it } from 'vitest';
import { neighbourOf, openTrialOf, selectionOf } from './filter-trials.ts';
import { indentJson } from './indent-json.ts';
import type { Outcome, PageModel, PageTrial } from './page-model.ts';
import { hashOf, routeOf, type Route } from './route.ts';

const ALL: Route = { text: '', outcome: '', grader: '', tag: '', open: null };

describe('route', () => {
  it.each<Route>([
    ALL,
    { text: 'a & b=c #', outcome: 'failed', grader: 'G:x y', tag: 'ä', open: null },
    { ...ALL, open: { task: '../<img>/%2F "q"', trial: 12 } },
  ])('comes back from the address: %j', (route) => {
    expect(routeOf(hashOf(route))).toEqual(route);
  });

  it('opens nothing by an address that is not its own', () => {
    expect(routeOf('')).toEqual(ALL);
    expect(routeOf('#task=a')).toEqual(ALL);
    expect(routeOf('#task=a&trial=-1')).toEqual(ALL);
    expect(routeOf('#task=a&trial=1e3')).toEqual(ALL);
    expect(routeOf('#%')).toEqual(ALL);
  });
});

function trial(number: number, outcome: Outcome, failing: readonly number[] = []): PageTrial {
  return { number, outcome, failing, places: [[0, 0]] };
}

function task(
  id: string,
  tags: readonly number[],
  ...trials: readonly PageTrial[]
): PageModel['tasks'][number] {
  return { id, tags, figures: [], why: '', trials };
}

const MODEL: PageModel = {
  runs: ['r'],
  graders: ['Judge', 'Contains'],
  tags: ['hard', 'new'],
  columns: [],
  tasks: [
    task('Mail/refund-1', [0], trial(0, 'failed', [0]), trial(1, 'passed')),
    task('chat/refund-2', [1], trial(0, 'failed', [1]), trial(1, 'error', [0])),
    task('half \ud83d', [], trial(0, 'passed')),
  ],
};

function counts(route: Partial<Route>): number[] {
  return selectionOf(MODEL, { ...ALL, ...route }).map(({ size }) => size);
}

describe('selectionOf', () => {
  it.each<[Partial<Route>, number[]]>([
    [{}, [2, 2, 1]],
    [{ text: 'REFUND' }, [2, 2, 0]],
    [{ text: ' refund  mail ' }, [2, 0, 0]],
    [{ outcome: 'failed' }, [1, 1, 0]],
    [{ grader: 'Judge' }, [1, 1, 0]],
    [{ grader: 'Judge', outcome: 'error' }, [0, 1, 0]],
    [{ tag: 'hard' }, [2, 0, 0]],
    [{ grader: 'nobody' }, [0, 0, 0]],
  ])('of %j', (route, expected) => {
    expect(counts(route)).toEqual(expected);
  });
});

describe('the open trial', () => {
  const open = (id: string, number: number): Route => ({
    ...ALL,
    open: { task: id, trial: number },
  });

  it('is found by its address, even with an id that no address can hold', () => {
    expect(openTrialOf(MODEL, open('chat/refund-2', 1))?.trial.outcome).toBe('error');
    const through = routeOf(hashOf(open('half \ud83d', 0)));
    expect(openTrialOf(MODEL, through)?.task.id).toBe('half \ud83d');
    expect(openTrialOf(MODEL, open('chat/refund-2', 2))).toBeNull();
    expect(openTrialOf(MODEL, open('none', 0))).toBeNull();
  });

  it('has neighbours among what is asked for, and need not be asked for itself', () => {
    const selection = selectionOf(MODEL, { ...ALL, outcome: 'failed' });
    const at = openTrialOf(MODEL, open('Mail/refund-1', 1));
    if (!at) throw new Error('not found');
    expect(neighbourOf(MODEL, selection, at, -1)?.trial.number).toBe(0);
    const next = neighbourOf(MODEL, selection, at, 1);
    expect(next?.task.id).toBe('chat/refund-2');
    expect(next && neighbourOf(MODEL, selection, next, 1)).toBeNull();
  });
});

describe('indentJson', () => {
  it('changes nothing but the room between', () => {
    const text = '{"b":1.0,"a":[12345678901234567890,{"s":"x, {y}: \\"z\\"\\\\"},[ ],{}],"t":true}';
    const out = indentJson(text);
    expect(out.split('\n')).toEqual([
      '{',
      '  "b": 1.0,',
      '  "a": [',
      '    12345678901234567890,',
      '    {',
      '      "s": "x, {y}: \\"z\\"\\\\"',
      '    },',
      '    [],',
      '    {}',
      '  ],',
      '  "t": true',
      '}',
    ]);
    expect(JSON.parse(out)).toEqual(JSON.parse(text));
  });

  it.each(['plain', '{broken', '"text"', '12', ''])('leaves %j as it is', (text) => {
    expect(indentJson(text)).toBe(text);
  });
});
