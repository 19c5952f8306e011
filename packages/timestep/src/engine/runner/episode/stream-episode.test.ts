import { expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import type { EpisodeEvent } from './episode-events.ts';
import { streamEpisode } from './stream-episode.ts';

const question = [{ role: 'user', content: 'hi' }] as const;

async function collect(agent: AgentFn): Promise<EpisodeEvent[]> {
  const events: EpisodeEvent[] = [];
  const options = { tools: { f: () => 'result' }, task: { id: 't', trial: 1 } };
  for await (const event of streamEpisode(question, agent, options)) events.push(event);
  return events;
}

const streaming: AgentFn = (messages, { emit }) => {
  if (messages.at(-1)?.role === 'tool') {
    for (const text of ['all ', 'done']) emit({ type: 'text', text });
    return { role: 'assistant', content: 'all done' };
  }
  emit({ type: 'tool-call', index: 0, id: 'c1', name: 'f', arguments: '' });
  emit({ type: 'tool-call', index: 0, id: 'c1', name: 'f', arguments: '{"x":1}' });
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'f', arguments: '{"x":1}' },
  } as const;
  return { role: 'assistant', content: null, tool_calls: [call] };
};

it('tells what happens in the order it happens', async () => {
  const events = await collect(streaming);
  expect(events.map((event) => event.type)).toEqual([
    'RunStarted',
    'StepStarted',
    'ToolCallStart',
    'ToolCallArgs',
    'ToolCallEnd',
    'ToolCallResult',
    'StepFinished',
    'StepStarted',
    'TextMessageStart',
    'TextMessageContent',
    'TextMessageContent',
    'TextMessageEnd',
    'StepFinished',
    'RunFinished',
  ]);
  expect(events[0]).toEqual({
    type: 'RunStarted',
    threadId: 'thread_t',
    runId: 'run_t_trial_1',
    input: question,
  });
  expect(events[5]).toMatchObject({ toolCallId: 'c1', content: 'result' });
  expect(events.at(-1)).toMatchObject({
    result: { episodeInfo: { terminated_reason: 'final_answer' } },
  });
});

it('shows the same to readers of an agent that does not stream', async () => {
  const silent: AgentFn = (messages, context) =>
    streaming(messages, { ...context, emit: () => undefined });
  const events = await collect(silent);
  const texts = events.flatMap((event) =>
    event.type === 'TextMessageContent' ? [event.delta] : [],
  );
  expect(texts).toEqual(['all done']);
  expect(events.filter((event) => event.type === 'ToolCallArgs')).toHaveLength(1);
});

it('gives a text that starts over a message of its own', async () => {
  const changing: AgentFn = async (_messages, { emit }) => {
    emit({ type: 'text', text: 'rain' });
    emit({ type: 'text', text: 'su', restarts: true });
    emit({ type: 'text', text: 'n' });
    return { role: 'assistant', content: 'sun' };
  };
  const texts = new Map<string, string>();
  for (const event of await collect(changing))
    if (event.type === 'TextMessageContent')
      texts.set(event.messageId, (texts.get(event.messageId) ?? '') + event.delta);
  expect([...texts.values()]).toEqual(['rain', 'sun']);
});

it('ends with RunFinished even after an error', async () => {
  const events = await collect(() => Promise.reject(new Error('no luck')));
  expect(events.slice(-2)).toMatchObject([
    { type: 'RunError', message: 'no luck', code: 'agent_failed' },
    { type: 'RunFinished', result: { episodeInfo: { terminated_reason: 'error' } } },
  ]);
});

it('ends the episode when the reader leaves', async () => {
  let signal: AbortSignal | undefined;
  const agent: AgentFn = (_messages, context) => {
    signal = context.signal;
    return new Promise<never>(() => undefined);
  };
  for await (const event of streamEpisode(question, agent)) if (event.type === 'StepStarted') break;
  await new Promise(setImmediate);
  expect(signal?.aborted).toBe(true);
});
