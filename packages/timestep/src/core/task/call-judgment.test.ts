import { expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { CallJudgment } from './call-judgment.ts';

const [started, replied] = modelStep(1, [['a', 'pay']]);

function judged(...judgements: readonly CallJudgment[]): readonly TaskEvent[] {
  if (replied.type !== 'model.replied') throw new Error('no reply');
  return [submitted(), user('pay'), started, { ...replied, judged: judgements }];
}

/** The same events as logs before version 3 hold them. */
function old(...[first, ...others]: readonly TaskEvent[]): readonly TaskEvent[] {
  if (first?.type !== 'task.submitted') throw new Error('no start');
  return [{ ...first, coreVersion: 2 }, ...others];
}

it('a call that the rules deny is refused with their reason', () => {
  const task = taskOf(...judged({ callId: 'a', verdict: 'deny', reason: 'not on Sundays' }));
  expect(decide(task)).toMatchObject({
    calls: [{ refusal: { code: 'denied', message: 'not on Sundays' } }],
  });
});

it('the rules say whether a person is asked, whatever the tool wants', () => {
  const ask = taskOf(...judged({ callId: 'a', verdict: 'ask', reason: 'over 100' }));
  expect(decide(ask)).toMatchObject({ calls: [{ asks: true, reason: 'over 100' }] });
  const allow = taskOf(...judged({ callId: 'a', verdict: 'allow' }));
  expect(decide(allow)).toMatchObject({ calls: [{ asks: false }] });
});

it("changed arguments take the place of the model's, of rules and then of a person", () => {
  const events = judged({ callId: 'a', verdict: 'ask', arguments: '{"sum":1}' });
  expect(decide(taskOf(...events))).toMatchObject({
    calls: [{ call: { function: { name: 'pay', arguments: '{"sum":1}' } } }],
  });
  const task = taskOf(
    ...events,
    { type: 'approval.requested', callId: 'a' },
    {
      type: 'approval.decided',
      messageId: 'm2',
      callId: 'a',
      approved: true,
      arguments: '{"sum":2}',
    },
  );
  expect(decide(task)).toMatchObject({
    calls: [{ approved: true, call: { function: { arguments: '{"sum":2}' } } }],
  });
  expect(task.calls[0]?.call.function.arguments).toBe('{}');
});

it('a yes for the session allows later calls of the name, in logs before version 3', () => {
  const task = taskOf(
    ...old(...judged()),
    { type: 'approval.requested', callId: 'a' },
    { type: 'approval.decided', messageId: 'm2', callId: 'a', approved: true, scope: 'session' },
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: 'paid' },
    ...modelStep(2, [['b', 'pay']]),
  );
  expect(decide(task)).toMatchObject({ calls: [{ call: { id: 'b' }, asks: false }] });
});

it.each([
  ['always', true],
  ['never', false],
  ['tool', undefined],
] as const)(
  'a session says %s about all tools, unless one is permitted in logs before version 3',
  (toolPermission, asks) => {
    const turn = { toolPermission, include: [], exclude: [], permitted: [] };
    const of = (permitted: readonly string[]): unknown => {
      const begun = submitted({ turn: { ...turn, permitted }, coreVersion: 2 });
      const decision = decide(taskOf(begun, user('pay'), started, replied));
      return decision.do === 'call-tools' ? decision.calls[0]?.asks : decision;
    };
    expect(of([])).toBe(asks);
    expect(of(['pay'])).toBe(false);
  },
);
