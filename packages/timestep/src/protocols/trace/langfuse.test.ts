import { expect, it } from 'vitest';
import { GOLDEN, loadGoldenLog } from './golden.fixture.ts';
import { createModelCall, createToolCalls, createLog, createUserMessage } from './log.fixture.ts';
import { buildSpans } from './build-spans.ts';

const LABELS = { environment: 'production', release: 'v2', version: '3' };

const log = createLog(
  {},
  createUserMessage('what is the weather?'),
  ...createModelCall(1, createToolCalls('weather', '{}', 'c1')),
  { type: 'tool.started', callId: 'c1', attempt: 1 },
  { type: 'tool.returned', callId: 'c1', content: 'sunny' },
  ...createModelCall(2, { content: 'It is sunny.' }),
  { type: 'task.finished', state: 'completed', reason: 'final_answer' },
);

it('has on every span what Langfuse lists and filters traces by', () => {
  const spans = buildSpans(log, { langfuse: LABELS });
  expect(spans).toHaveLength(4);
  for (const { attributes } of spans) {
    expect(attributes).toMatchObject({
      'langfuse.trace.name': 'guide',
      'langfuse.trace.tags': ['guide'],
      'langfuse.user.id': 'ann',
      'langfuse.session.id': 'c1',
      'langfuse.environment': 'production',
      'langfuse.release': 'v2',
      'langfuse.version': '3',
    });
  }
  expect(spans.map(({ attributes }) => attributes['langfuse.observation.type'])).toEqual([
    'agent',
    'generation',
    'tool',
    'generation',
  ]);
});

it('has input and output on the first span alone, and only with contents', () => {
  const [root, ...others] = buildSpans(log, { langfuse: {}, contents: true });
  expect(root?.attributes).toMatchObject({
    'langfuse.observation.input': 'what is the weather?',
    'langfuse.observation.output': 'It is sunny.',
  });
  const without = buildSpans(log, { langfuse: {} });
  for (const { attributes } of [...others, ...without]) {
    expect(Object.keys(attributes)).not.toContain('langfuse.observation.input');
    expect(Object.keys(attributes)).not.toContain('langfuse.observation.output');
  }
});

it('names no user where the caller has no name', () => {
  const [root] = buildSpans(createLog({ principal: '' }, createUserMessage('hi')), {
    langfuse: {},
  });
  expect(Object.keys(root?.attributes ?? {})).not.toContain('langfuse.user.id');
});

it.each(GOLDEN)('adds nothing to %s without its keys', (name) => {
  expect(JSON.stringify(buildSpans(loadGoldenLog(name), { contents: true }))).not.toContain(
    'langfuse',
  );
});
