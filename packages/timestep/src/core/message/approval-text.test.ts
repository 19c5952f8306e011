import { expect, it } from 'vitest';
import {
  appendYesOrNoHint,
  formatApprovalQuestion,
  formatApprovalTitle,
  listApprovalRemarks,
  formatChangeQuestion,
  formatSamplingQuestion,
  formatNeedsApproval,
} from './approval-text.ts';

const PAY = { name: 'pay', arguments: '{"amount":5}' };

it('asks for the approval of calls with all that they send', () => {
  expect(formatApprovalQuestion([PAY])).toBe('May I call pay({"amount":5})?');
  const calls = [{ ...PAY, reason: 'it costs money' }, PAY];
  expect(formatApprovalQuestion(calls, 'sky')).toBe(
    'May sky call pay({"amount":5}) (it costs money) and pay({"amount":5})?',
  );
  expect(appendYesOrNoHint(formatApprovalQuestion([PAY]))).toBe(
    'May I call pay({"amount":5})? Answer yes or no.',
  );
});

it('puts a title above arguments that are shown below it', () => {
  expect(formatApprovalTitle(PAY)).toBe('Allow pay?');
  expect(formatApprovalTitle({ ...PAY, reason: 'it costs money' })).toBe(
    'Allow pay? (it costs money)',
  );
});

it('lists the remarks about a call by themselves', () => {
  expect(listApprovalRemarks(PAY)).toEqual([]);
  const twice = { arguments: '{"amount":5,"amount":6}', reason: 'it costs money' };
  expect(listApprovalRemarks(twice)).toEqual([
    'it costs money',
    '"amount" stands twice; the last value counts',
  ]);
});

it('asks for the approval of changes and of requests to the model', () => {
  expect(formatChangeQuestion('delete rules/a.mdt', '-Be kind.')).toBe(
    'May I delete rules/a.mdt?\n\n-Be kind.',
  );
  expect(formatSamplingQuestion('pen', 'user: A title?')).toBe(
    "The MCP server pen wants to use the agent's model:\nuser: A title?\nAllow it? Answer yes or no.",
  );
});

it('names the call that nobody approved', () => {
  expect(formatNeedsApproval('pay')).toBe("pay needs a person's approval");
});
