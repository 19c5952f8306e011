import { describe, expect, it } from 'vitest';
import type { EpisodeInfo, JsonObject, JsonValue, Message } from '#core';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { calls, graded, says, task } from './graders.fixture.ts';
import { costLimit, latencyLimit } from './limit-graders.ts';
import {
  finalContains,
  finalJson,
  finalRegex,
  transcriptContains,
  transcriptRegex,
} from './text-graders.ts';
import {
  forbiddenTools,
  maxToolCalls,
  minToolCalls,
  toolCallOrder,
  toolCallSequence,
  toolResultJson,
} from './tool-graders.ts';
import { trajectory } from './trajectory.ts';

interface Sample {
  readonly grader: Grader;
  readonly expects: Partial<SuiteTask>;
  readonly pass: readonly Message[];
  readonly fail: readonly Message[];
  readonly failInfo?: Partial<EpisodeInfo>;
}

const two = calls(['calc', '{"expr":"1+1"}', '{"value":2}'], ['echo', '{}']);
const one = calls(['echo', '{}', 'text']);

const SAMPLES: Readonly<Record<string, Sample>> = {
  FinalRegex: {
    grader: finalRegex(),
    expects: { expected: { final_regex: '^\\d+$' } },
    pass: [says('no: 1'), says('the answer\n42')],
    fail: [says('42'), says('forty-two')],
  },
  FinalContains: {
    grader: finalContains(),
    expects: { expected: { final_contains: 'sunny' } },
    pass: [says('it is sunny today')],
    fail: [says('sunny'), says('it rains')],
  },
  FinalJSON: {
    grader: finalJson(),
    expects: { expected: { final_json_required_keys: ['a', 'b'] } },
    pass: [says('{"a":1,"b":null}')],
    fail: [says('{"a":1}')],
  },
  TranscriptContains: {
    grader: transcriptContains(),
    expects: { expected: { transcript_contains: 'calc(' } },
    pass: [...two, says('2')],
    fail: [says('2')],
  },
  TranscriptRegex: {
    grader: transcriptRegex(),
    expects: { expected: { transcript_regex: '"value":\\s*2' } },
    pass: two,
    fail: one,
  },
  ForbiddenTools: {
    grader: forbiddenTools(),
    expects: { tools_allowed: ['echo'] },
    pass: one,
    fail: two,
  },
  MaxToolCalls: {
    grader: maxToolCalls(),
    expects: { limits: { max_tool_calls: 1 } },
    pass: one,
    fail: two,
  },
  MinToolCalls: {
    grader: minToolCalls(),
    expects: { limits: { min_tool_calls: 2 } },
    pass: two,
    fail: one,
  },
  ToolCallSequence: {
    grader: toolCallSequence(),
    expects: { expected: { must_call_tool: 'calc' } },
    pass: two,
    fail: one,
  },
  ToolCallOrder: {
    grader: toolCallOrder(),
    expects: { expected: { tool_call_order: ['calc', 'echo'] } },
    pass: [...two],
    fail: calls(['echo', '{}'], ['calc', '{}']),
  },
  ToolResultJSON: {
    grader: toolResultJson(),
    expects: {
      expected: { tool_result_name: 'calc', tool_result_required_keys: ['value'] },
    },
    pass: two,
    fail: calls(['calc', '{}', '{"value":2}'], ['calc', '{}', '{"error":"no"}']),
  },
  CostLimit: {
    grader: costLimit(),
    expects: { limits: { max_cost_usd: 0.05 } },
    pass: [],
    fail: [],
    failInfo: { cost_usd: 0.06 },
  },
  LatencyLimit: {
    grader: latencyLimit(),
    expects: { expected: { max_duration_s: 5 } },
    pass: [],
    fail: [],
    failInfo: { duration_s: 5.1 },
  },
  Trajectory: {
    grader: trajectory(),
    expects: { expected: { trajectory: [{ name: 'calc' }, { name: 'echo', arguments: {} }] } },
    pass: two,
    fail: calls(['echo', '{}'], ['calc', '{}']),
  },
};

describe.each(Object.entries(SAMPLES))('%s', (name, { grader, expects, pass, fail, failInfo }) => {
  it('passes', async () => {
    expect(await graded(grader, pass, task(expects))).toMatchObject({
      name,
      passed: true,
      score: 1,
    });
  });

  it('fails, and says what it expected', async () => {
    const grade = await graded(grader, fail, task(expects), failInfo);
    expect(grade).toMatchObject({ name, passed: false });
    expect(grade.score).toBeLessThan(1);
    expect(Object.keys(grade.details).length).toBeGreaterThan(0);
  });

  it('is skipped where the task expects nothing of the kind', async () => {
    expect(await graded(grader, pass, task())).toMatchObject({ passed: true, skipped: true });
  });
});

describe('Trajectory', () => {
  const expects = task({
    expected: { trajectory: [{ name: 'a' }, { name: 'b', arguments: { x: 1 } }] },
  });
  const made = {
    same: calls(['a', '{}'], ['b', '{"x":1}']),
    swapped: calls(['b', '{"x":1}'], ['a', '{}']),
    fewer: calls(['a', '{}']),
    more: calls(['a', '{}'], ['b', '{"x":1}'], ['c', '{}']),
    otherwise: calls(['a', '{}'], ['b', '{"x":2}']),
  };

  it.each([
    ['strict', ['same']],
    ['unordered', ['same', 'swapped']],
    ['subset', ['same', 'swapped', 'fewer']],
    ['superset', ['same', 'swapped', 'more']],
  ] as const)('%s takes what it says', async (mode, taken) => {
    const passing = await Promise.all(
      Object.entries(made).map(async ([name, messages]) => {
        return (await graded(trajectory({ mode }), messages, expects)).passed ? [name] : [];
      }),
    );
    expect(passing.flat()).toEqual(taken);
  });

  it('gives a call to the expectation that says more of it', async () => {
    const both = task({
      expected: { trajectory: [{ name: 'b' }, { name: 'b', arguments: { x: 1 } }] },
    });
    const messages = calls(['b', '{"x":1}'], ['b', '{}']);
    expect((await graded(trajectory({ mode: 'unordered' }), messages, both)).passed).toBe(true);
  });
});

describe('the calls of a trajectory', () => {
  const made = calls(['book', '{"to":"Oslo"}']);
  const grade = async (step: JsonObject) =>
    (await graded(trajectory(), made, task({ expected: { trajectory: [step] } }))).passed;

  it.each<[JsonValue, JsonValue]>([
    [{ to: 'Oslo' }, { to: 'Rome' }],
    ['{"to": "Oslo"}', '{"to": "Rome"}'],
  ])('have arguments under the names of other libraries: %j', async (right, wrong) => {
    for (const field of ['arguments', 'args', 'input']) {
      expect(await grade({ name: 'book', [field]: right, id: 'c1' })).toBe(true);
      expect(await grade({ name: 'book', [field]: wrong, type: 'function' })).toBe(false);
    }
  });

  it.each<[string, JsonObject]>([
    ['has the unknown field argument', { name: 'book', argument: {} }],
    ['has both arguments and args', { name: 'book', arguments: {}, args: {} }],
    ['has input that are not an object', { name: 'book', input: 'Oslo' }],
    ['has the unknown field function: use name', { function: { name: 'book' } }],
    ['must be {name, arguments?}', {}],
  ])('are refused where one %s', async (problem, step) => {
    await expect(grade(step)).rejects.toThrow(`expected.trajectory[0] ${problem}`);
  });
});

describe('a pattern of another language', () => {
  it.each([
    ['(?i)hello', true],
    ['(?is)HELLO.WORLD', true],
    ['(?m)^world$', true],
    ['(?s)hello.world', true],
    ['hello.world', false],
    ['HELLO', false],
  ])('%s has the flags at its beginning', async (final_regex, passed) => {
    const judged = task({ expected: { final_regex } });
    expect((await graded(finalRegex(), [says('hello\nworld')], judged)).passed).toBe(passed);
  });

  it.each(['a(?i)b', '(?x)a', '(?-i)a'])(
    '%s is refused with what to write',
    async (final_regex) => {
      const judged = task({ expected: { final_regex } });
      await expect(graded(finalRegex(), [says('a')], judged)).rejects.toThrow('at the beginning');
    },
  );
});

it('does not call an unknown cost small', async () => {
  const limited = task({ limits: { max_cost_usd: 1 } });
  await expect(graded(costLimit(), [], limited, { cost_usd: null })).rejects.toThrow(/unknown/);
});

it.each([
  ['no pattern', finalRegex(), { final_regex: '(' }, 'final_regex'],
  ['no text', finalContains(), { final_contains: 5 }, 'final_contains'],
  ['no list', finalJson(), { final_json_required_keys: 'a' }, 'final_json_required_keys'],
  ['no calls', trajectory(), { trajectory: ['a'] }, 'trajectory'],
])('an expectation that is %s is a mistake in the task', async (_, grader, expected, field) => {
  await expect(graded(grader, [], task({ expected }))).rejects.toThrow(`task t: expected.${field}`);
});

it('cuts long texts in its details', async () => {
  const { details } = await graded(finalContains({ text: 'x' }), [says('y'.repeat(5000))], task());
  expect(JSON.stringify(details).length).toBeLessThan(500);
});
