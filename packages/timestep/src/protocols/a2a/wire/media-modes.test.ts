import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { requireSupportedModes } from './media-modes.ts';
import { messageToSubmission } from './message-to-submission.ts';

function sending(parts: JsonValue, acceptedOutputModes: readonly string[] = []) {
  const message = { messageId: 'm1', role: 'ROLE_USER', parts };
  return messageToSubmission({ message, configuration: { acceptedOutputModes } });
}

const text = [{ text: 'hi' }];
const csv = [{ text: 'a,b', mediaType: 'text/csv; charset=utf-8' }];
const png = [{ raw: 'aGk=', mediaType: 'image/png' }];
const pdf = [{ url: 'https://x.example/a', mediaType: 'application/pdf' }];
const unknown = [{ url: 'https://x.example/a' }];
const data = [{ data: { a: 1 } }];
const results = [{ data: { tool_results: [{ call_id: 'c', output: 'x' }] } }];

describe('what an agent takes', () => {
  it.each<readonly [string, readonly string[] | undefined, JsonValue]>([
    ['anything, where it does not say', undefined, pdf],
    ['text', ['text/plain'], text],
    ['text of a kind', ['text/csv'], csv],
    ['any text', ['text/*'], csv],
    ['any text, as older clients say it', ['text'], csv],
    ['any image', ['image/*'], png],
    ['anything', ['*/*'], pdf],
    ['a file of which nothing is known', ['text/plain'], unknown],
    ['data', ['application/json'], data],
    ['results of calls', ['text/plain'], results],
  ])('is %s', (_what, inputModes, parts) => {
    expect(() =>
      requireSupportedModes(inputModes ? { inputModes } : {}, sending(parts)),
    ).not.toThrow();
  });

  it.each<readonly [string, JsonValue, string]>([
    ['an image', png, 'image/png'],
    ['a file', pdf, 'application/pdf'],
    ['data', data, 'application/json'],
    ['another text', csv, 'text/csv'],
    ['a file beside a text', [...text, ...pdf], 'application/pdf'],
  ])('is not %s', (_what, parts, type) => {
    const inputModes = ['text/plain', 'audio/*'];
    expect(() => requireSupportedModes({ inputModes }, sending(parts))).toThrow(
      `this agent does not accept ${type}: send text/plain, audio/*`,
    );
  });
});

describe('what a client accepts', () => {
  it.each<readonly [readonly string[] | undefined, readonly string[]]>([
    [undefined, ['image/png']],
    [['text/markdown'], []],
    [['text/markdown'], ['text/plain', 'text/markdown']],
    [['text/markdown'], ['text/*']],
    [['text/markdown'], ['text']],
    [['image/*'], ['image/png']],
    [['text/markdown'], ['*/*']],
  ])('%j may be answered where %j is accepted', (outputModes, accepted) => {
    const sent = sending(text, accepted);
    expect(() => requireSupportedModes(outputModes ? { outputModes } : {}, sent)).not.toThrow();
  });

  it('is refused where the agent answers in nothing of it', () => {
    const sent = sending(text, ['image/png', 'text/plain']);
    expect(() => requireSupportedModes({ outputModes: ['text/markdown'] }, sent)).toThrow(
      'this agent answers only in text/markdown, but the request accepts only image/png, text/plain',
    );
  });
});
