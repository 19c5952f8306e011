import { describe, expect, it } from 'vitest';
import { formatDenial, formatToolOutcome } from '#core';
import { createToolError } from '../../convert/result-to-mcp.ts';
import {
  parseStoredOutcomeOrError,
  formatStoredOutcome,
  type StoredOutcome,
} from './stored-outcome.ts';

const text = (said: string) => ({ type: 'text', text: said }) as const;
const results: readonly StoredOutcome[] = [
  { result: { content: [text('sunny')], structuredContent: { sky: 'sunny' } } },
  { result: { content: [] } },
  { result: createToolError('it failed') },
  { error: { code: -32_603, message: 'it broke' } },
];

/** What the runner makes of a result that it takes for a failure. */
function failed(message: string, code = message): string {
  return formatToolOutcome({ type: 'tool.failed', callId: 'call', error: { code, message } });
}

describe('what a call came to', () => {
  it.each(results)('is read as it was kept: %j', (outcome) => {
    expect(parseStoredOutcomeOrError(formatStoredOutcome(outcome))).toEqual(outcome);
    expect(parseStoredOutcomeOrError(failed(formatStoredOutcome(outcome)))).toEqual(outcome);
  });

  it.each([
    [failed('the call was cut off and may have run', 'interrupted'), 'may have run'],
    [formatDenial({}), 'a person did not approve the call'],
    [formatDenial({ reason: 'not today' }), 'not today'],
    [failed('it is away'), 'it is away'],
    ['no JSON', 'no JSON'],
    ['[1]', '[1]'],
    ['{"a":1}', '{"a":1}'],
  ])('is a failure in words where the runner ended it: %s', (content, words) => {
    expect(parseStoredOutcomeOrError(content)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining(words) }] },
    });
  });
});
