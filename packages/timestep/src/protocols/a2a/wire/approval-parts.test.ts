import { expect, it } from 'vitest';
import type { JsonValue, ToolCall } from '#core';
import {
  parseApprovalRequests,
  createApprovalRequestsPart,
  parseApprovals,
  createApprovalsPart,
} from './approval-parts.ts';
import type { WirePart } from './wire-types.ts';

const call: ToolCall = {
  id: 'c1',
  type: 'function',
  function: { name: 'pay', arguments: '{"amount":5}' },
};

function dataOf(part: WirePart): JsonValue {
  return 'data' in part ? part.data : null;
}

it('requests come back as the calls they were made of', () => {
  const data = dataOf(createApprovalRequestsPart([{ call }]));
  expect(data).toEqual({
    approval_requests: [{ call_id: 'c1', name: 'pay', arguments: { amount: 5 } }],
  });
  expect(parseApprovalRequests(data)).toEqual([call]);
});

it('requests show the arguments that rules changed, and why a person is asked', () => {
  const judged = { callId: 'c1', verdict: 'ask', reason: 'over 4' } as const;
  const part = createApprovalRequestsPart([{ call, arguments: '{"amount":6}', judged }]);
  expect(dataOf(part)).toEqual({
    approval_requests: [{ call_id: 'c1', name: 'pay', arguments: { amount: 6 }, reason: 'over 4' }],
  });
});

it('decisions come back as they were made', () => {
  const decisions = [
    { callId: 'c1', approved: true },
    { callId: 'c2', approved: false, reason: 'too much' },
  ];
  expect(parseApprovals(dataOf(createApprovalsPart(decisions)), 'p')).toEqual(decisions);
});

it.each([
  ['no list', { approvals: {} }, 'p.approvals'],
  ['an empty list', { approvals: [] }, 'p.approvals'],
  ['no call', { approvals: [{ approved: true }] }, 'p.approvals[0].call_id'],
  ['no decision', { approvals: [{ call_id: 'c1' }] }, 'p.approvals[0].approved'],
  ['a decision in text', { approvals: [{ call_id: 'c1', approved: 'yes' }] }, 'approved'],
])('decisions are not guessed: %s', (_, data, field) => {
  expect(() => parseApprovals(data, 'p')).toThrow(field);
});

it('other data is not about approvals', () => {
  expect(parseApprovals({ city: 'Oslo' }, 'p')).toBeUndefined();
  expect(parseApprovalRequests({ city: 'Oslo' })).toBeUndefined();
});
