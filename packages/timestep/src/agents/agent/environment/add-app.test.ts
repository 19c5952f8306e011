import { expect, it } from 'vitest';
import { addAppToResult } from './add-app.ts';

const called = { server: 'sky', tool: 'look', meta: { ui: { resourceUri: 'ui://sky/map' } } };
const app = { server: 'sky', tool: 'look', uri: 'ui://sky/map' };

it('adds the app of a tool, and the data of its result', () => {
  const result = { content: 'blue', structured: { color: 'blue' } };
  expect(addAppToResult(result, called)).toEqual({
    ...result,
    app: { ...app, data: { color: 'blue' } },
  });
  expect(addAppToResult({ content: 'blue' }, called).app).toEqual(app);
});

it('leaves out data that are too long for the log', () => {
  const structured = { text: 'x'.repeat(200_000) };
  expect(addAppToResult({ content: '', structured }, called).app).toEqual(app);
});

it('adds nothing to failures, questions and waits, nor to results of tools without an app', () => {
  const results = [
    { content: 'no', isError: true },
    { content: '', question: { text: 'Which?' } },
    { content: '', awaits: { task_id: 't' } },
  ];
  for (const result of results) expect(addAppToResult(result, called)).toBe(result);
  const result = { content: 'blue' };
  expect(addAppToResult(result, { ...called, meta: undefined })).toBe(result);
});
