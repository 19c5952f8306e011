import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, getText, type Message } from '#core';
import type { AgentContext } from '#engine/port';
import { createAgentSummarizer } from './compaction.ts';

const { signal } = new AbortController();
const context = {
  task: { id: 't', contextId: 'c', agent: 'guide', metadata: {} },
  limits: DEFAULT_LIMITS,
  key: 'k',
};

const MESSAGES: readonly Message[] = [
  { role: 'user', content: 'How is the sky?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'blue' },
];

it('asks for the summary in one message, without tools', async () => {
  const asked: [readonly Message[], AgentContext][] = [];
  const summarize = createAgentSummarizer(
    (...given) => {
      asked.push(given);
      return { role: 'assistant', content: ' The sky is blue. ' };
    },
    context,
    'colours',
  );
  expect(await summarize(MESSAGES, signal)).toBe('The sky is blue.');
  const [messages, given] = asked[0] ?? [[]];
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  expect(messages.map(getText).join()).toMatch(
    /Above all keep: colours\n\n<conversation>\nuser:\nHow is the sky\?\n\nassistant:\n\[calls look \{"at":1\}\]\n\ntool:\nblue\n<\/conversation>$/,
  );
  expect(given).toMatchObject({ ...context, tools: [], attempt: 1, signal });
});

it('takes no empty reply for a summary', async () => {
  const summarize = createAgentSummarizer(() => ({ role: 'assistant', content: '\n' }), context);
  await expect(summarize(MESSAGES, signal)).rejects.toMatchObject({
    code: 'no-summary',
    message: expect.stringContaining('choose another model') as string,
  });
});
