import { expect, it } from 'vitest';
import { callToAppCall, outcomeToAppOutcome } from './convert-app-calls.ts';

it('gives an app the call of the log, with its data and its pictures', () => {
  const picture = { name: 'p', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' };
  const page = { name: 'q', mediaType: 'text/html', url: 'https://x.example/' };
  const call = { arguments: '{"city":"Oslo"}', result: '17 °C', files: [picture, page] };
  expect(callToAppCall(call, { tool: 'look', data: { degrees: 17 } })).toEqual({
    tool: { name: 'look' },
    given: { city: 'Oslo' },
    result: {
      content: [
        { type: 'text', text: '17 °C' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
      structuredContent: { degrees: 17 },
    },
  });
  expect(callToAppCall({ arguments: 'none' }, { tool: 'look' })).toMatchObject({ given: {} });
});

it('gives an app the results of its own calls, and says which were not made', () => {
  const done = { content: '17 °C', isError: false, structured: { degrees: 17 }, artifacts: 0 };
  const toOutcome = (result: object) =>
    outcomeToAppOutcome({ kind: 'done', result: { ...done, ...result }, tookMs: 1 });
  expect(toOutcome({})).toEqual({
    kind: 'done',
    result: {
      content: [{ type: 'text', text: '17 °C' }],
      isError: false,
      structuredContent: { degrees: 17 },
    },
  });
  // An app cannot answer a question of a tool.
  expect(toOutcome({ question: 'Which day?' })).toMatchObject({
    result: { content: [{ text: 'Which day?' }], isError: true },
  });
  const denied = { kind: 'denied', why: 'no' } as const;
  expect(outcomeToAppOutcome(denied)).toBe(denied);
});
