import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findResponseError } from './wire.ts';

function response(text: string, status = 'completed'): string {
  const content = [{ type: 'output_text', text }];
  return JSON.stringify({ object: 'response', status, output: [{ type: 'message', content }] });
}

it('takes a completed response that repeats its input, and no other', () => {
  assert.equal(findResponseError(response('hello number 7'), 7), undefined);
  assert.match(findResponseError(response('hello number 8'), 7) ?? '', /other text/);
  assert.match(findResponseError(response('hello number 7', 'failed'), 7) ?? '', /not completed/);
  assert.match(findResponseError('{}', 7) ?? '', /not completed/);
});
