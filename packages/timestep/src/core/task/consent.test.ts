import { expect, it } from 'vitest';
import { buildFullTaskOutcome } from './task-outcome.ts';
import { decide } from '../decide/decide.ts';
import { decideAcceptance } from '../events/submission.ts';
import type { ApprovalDecision, TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { CallJudgment } from './call-judgment.ts';
import type { ShownTool } from './consent.ts';

const shown: ShownTool = {
  definition: { name: 'pay', input: { type: 'object' } },
  digest: 'sha256:d',
  call: 'sha256:c',
};

function step(number: number, id: string, judgment: Omit<CallJudgment, 'callId'>): TaskEvent[] {
  const [started, replied] = modelStep(number, [[id, 'pay']]);
  return [started, { ...replied, judged: [{ callId: id, ...judgment }] } as TaskEvent];
}

function decided(decision: Partial<ApprovalDecision>, tool: ShownTool = shown): TaskEvent[] {
  return [
    submitted(),
    user('pay'),
    ...step(1, 'a', { tool }),
    { type: 'approval.requested', callId: 'a' },
    { type: 'approval.decided', messageId: 'm2', callId: 'a', approved: true, ...decision },
  ];
}

const destructive = { ...shown.definition, hints: { destructiveHint: true } };

it.each([
  ['nothing', {}, shown, ['once']],
  ['once', { scope: 'once' }, shown, ['once']],
  ['session', { scope: 'session' }, shown, ['session']],
  ['always', { scope: 'always' }, shown, ['always']],
  ['always of what destroys', { scope: 'always' }, { ...shown, definition: destructive }, ['once']],
  ['always of what is too long', { scope: 'always' }, { ...shown, isLong: true }, ['once']],
  ['no', { approved: false, scope: 'always' }, shown, []],
] as const)('a decision with %s is kept for %j', (_what, decision, tool, scopes) => {
  const { consents = [], permitted } = taskOf(...decided(decision, tool));
  expect(consents.map(({ scope }) => scope)).toEqual(scopes);
  expect(permitted).toBeUndefined();
});

it('keeps who said yes to what, when, and until when', () => {
  const decision = {
    scope: 'session',
    covers: { rule: 'pay:sum(number)=1..9' },
    until: 9,
  } as const;
  expect(taskOf(...decided(decision)).consents).toEqual([
    { ...shown, ...decision, id: 't1:1:a', agent: 'weather', by: '', at: 6000 },
  ]);
});

it('a consent that was found for a call lets it run, before the rules ask', () => {
  const events = (judgment: Omit<CallJudgment, 'callId'>): TaskEvent[] => [
    ...decided({ scope: 'session' }),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: 'paid' },
    ...step(2, 'b', judgment),
  ];
  const found = { tool: shown, consent: 't1:1:a', verdict: 'ask' } as const;
  expect(decide(taskOf(...events(found)))).toMatchObject({
    calls: [{ asks: false, approved: true, definition: 'sha256:d' }],
  });
  const { consent: _none, ...unfound } = found;
  expect(decide(taskOf(...events(unfound)))).toMatchObject({ calls: [{ asks: true }] });
});

it('a tool that is found to have changed is asked about again, with another key', () => {
  const changed = { ...shown, digest: 'sha256:e', call: 'sha256:f' };
  const before = taskOf(...decided({}));
  const task = taskOf(
    ...decided({}),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'approval.requested', callId: 'a', reason: 'changed', tool: changed },
  );
  expect(decide(task)).toEqual({ do: 'wait', for: 'approval' });
  // The question of an agent that was called over A2A or MCP, which its caller puts to its own user.
  expect(buildFullTaskOutcome(task).approvals).toMatchObject([{ reason: 'changed' }]);
  const [call] = task.calls;
  expect(call).toMatchObject({ status: 'planned', judged: { reason: 'changed', tool: changed } });
  const submit = (digest: string) =>
    decideAcceptance(task, {
      agent: 'weather',
      principal: '',
      messageId: 'm3',
      approvals: [{ callId: 'a', approved: true, digest }],
    });
  expect(submit('sha256:c')).toMatchObject({
    refusal: { code: 'unknown-call', message: expect.stringContaining('read the question again') },
  });
  expect(submit('sha256:f')).toMatchObject({ accepted: true });
  const decision = {
    type: 'approval.decided',
    messageId: 'm3',
    callId: 'a',
    approved: true,
  } as const;
  const again = taskOf(
    ...decided({}),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'approval.requested', callId: 'a', reason: 'changed', tool: changed },
    decision,
  );
  expect(decide(again)).toMatchObject({
    calls: [{ approved: true, attempt: 1, definition: 'sha256:e', key: 't1:1:a:1' }],
  });
  expect(decide(before)).toMatchObject({ calls: [{ key: 't1:1:a' }] });
});
