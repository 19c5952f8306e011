import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, getText, TimestepError, type AssistantMessage, type Message } from '#core';
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

/** A model whose window is a number of characters, and which sees the text of each request. */
function createSmallModel(characters: number) {
  const asked: string[] = [];
  const agent = (messages: readonly Message[]): AssistantMessage => {
    const text = messages.map(getText).join('');
    if (text.length > characters) {
      throw Object.assign(new SmallWindowError('context-length', 'too long'), {
        refusal: { reason: 'length' },
      });
    }
    asked.push(text);
    return { role: 'assistant', content: `summary ${asked.length}` };
  };
  return { agent, asked };
}

class SmallWindowError extends TimestepError {}

it('summarizes a conversation that does not fit in pieces, the oldest first', async () => {
  const { agent, asked } = createSmallModel(10_000);
  const messages = Array.from({ length: 40 }, (_, at): Message => {
    return { role: 'user', content: `message ${at} `.padEnd(at === 5 ? 900_000 : 800, 'x') };
  });
  const getWindow = () => Promise.resolve(3000);
  const summary = await createAgentSummarizer(agent, context, '', getWindow)(messages, signal);
  expect(summary).toBe(`summary ${asked.length}`);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked[0]).toContain('message 0 ');
  expect(asked[1]).toContain('summary 1');
  expect(asked.at(-1)).toContain('message 39');
});

it('asks with less text if the window is smaller than it seemed', async () => {
  const { agent, asked } = createSmallModel(60_000);
  const messages: readonly Message[] = [{ role: 'user', content: 'x'.repeat(2_000_000) }];
  expect(await createAgentSummarizer(agent, context)(messages, signal)).toBe('summary 1');
  expect(asked[0]).toContain('characters were left out');
});
