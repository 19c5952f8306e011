import type { JsonObject } from '@timestep-ai/timestep/core';

/**
 * Every state of a remote A2A task with its message, and the result that an MCP client reads from a
 * tool: the fields of the report, and whether the result counts as an error.
 */
export const STATES: readonly (readonly [said: string, shown: JsonObject, isError: boolean])[] = [
  ['SUBMITTED', { state: 'working' }, false],
  ['WORKING', { state: 'working' }, false],
  ['INPUT_REQUIRED question', { state: 'input-required', question: { text: 'For whom?' } }, false],
  [
    'INPUT_REQUIRED approval',
    {
      state: 'input-required',
      approvals: [{ call_id: 'approval:c1', name: 'pay', arguments: { amount: 5 } }],
    },
    false,
  ],
  [
    'AUTH_REQUIRED sign-in',
    { state: 'auth-required', question: { text: 'peer asks for credentials: sign-in' } },
    false,
  ],
  ['COMPLETED sunny', { state: 'completed', answer: 'sunny' }, false],
  ['FAILED rain', { state: 'failed', error: 'rain' }, true],
  ['CANCELED', { state: 'canceled', error: 'peer ended the task as canceled' }, false],
  ['REJECTED no', { state: 'rejected', error: 'no' }, true],
  ['UNSPECIFIED', { state: 'working' }, false],
  ['SOMETHING_NEW', { state: 'working' }, false],
];

/**
 * The question to the user if the client supports elicitation, instead of the report; undefined: no
 * question.
 */
export const ASKED: Readonly<Record<string, string>> = {
  'INPUT_REQUIRED question': 'For whom?',
  'INPUT_REQUIRED approval': 'May peer call pay({"amount":5})?',
};
