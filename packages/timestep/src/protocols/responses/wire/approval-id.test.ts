import { expect, it } from 'vitest';
import { createApprovalId, parseApprovalCallId, parseApprovalResponseId } from './approval-id.ts';

it('finds the call again, whatever its id holds', () => {
  expect(parseApprovalCallId(createApprovalId('resp_0a1b', 'call_1_2'))).toBe('call_1_2');
});

it.each(['', 'mcpr_', 'mcpr_0a1b_', 'call_1', 'resp_0a1b_c'])('takes %j for no request', (id) => {
  expect(parseApprovalCallId(id)).toBeUndefined();
});

it.each([
  ['mcpr_7_call_1', 'resp_7'],
  ['mcpr_7', undefined],
  ['x', undefined],
])('%s names the response %s', (id, expected) => {
  expect(parseApprovalResponseId(id)).toBe(expected);
});
