import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AssistantMessage, JsonObject, Message } from '#core';
import { createAgentOutput, functionEnvironment, type SchemaLike } from '#engine/tools';
import {
  toServedAgents,
  type AgentContext,
  type Delta,
  type Guard,
  type ServedAgent,
  type ToolEnvironment,
} from '#engine/port';
import { createMemoryRunner } from '../memory/memory-runner.ts';

const weather = z.object({ city: z.string(), rain: z.boolean().default(false) });
const GOOD = '{"city":"Oslo","rain":true}';

interface Asked {
  readonly messages: readonly Message[];
  readonly context: AgentContext;
}

/** Runs one task of an agent that gives these replies, and records what the agent was called with. */
async function run(
  replies: readonly (string | AssistantMessage)[],
  change: Partial<ServedAgent> & {
    readonly schema?: SchemaLike;
    readonly settings?: JsonObject;
    readonly emitted?: readonly Delta[];
  } = {},
) {
  const { schema = weather, settings, emitted = [], ...more } = change;
  const asked: Asked[] = [];
  const served: ServedAgent = {
    name: 'a',
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    output: createAgentOutput('a', schema),
    environment: () => functionEnvironment({}),
    agent: (messages, context) => {
      asked.push({ messages, context });
      emitted.forEach(context.emit);
      const reply = replies[asked.length - 1] ?? 'no reply is left';
      return typeof reply === 'string' ? { role: 'assistant', content: reply } : reply;
    },
    ...more,
  };
  const runner = createMemoryRunner({ agents: toServedAgents([served]) });
  const submitted = await runner.submit({
    agent: 'a',
    principal: '',
    messageId: 'm',
    message: { role: 'user', content: 'Rain in Oslo?' },
    ...(settings && { start: { settings } }),
  });
  const deltas: Delta[] = [];
  for await (const update of runner.subscribe(submitted.id, 0, new AbortController().signal)) {
    if (update.kind === 'delta') deltas.push(update.delta);
  }
  const task = await runner.waitUntilSettled(submitted.id, new AbortController().signal);
  await runner.close(0);
  const last = task.entries?.last.message;
  return { task, asked, deltas, last: last?.role === 'assistant' ? last : undefined };
}

describe('the request of an agent with an output schema', () => {
  it('describes the schema after the system prompt, which the transcript does not contain', async () => {
    const prompt: ToolEnvironment = {
      ...functionEnvironment({}),
      systemPrompt: () => Promise.resolve('You know the weather.'),
    };
    const { asked, task } = await run([GOOD], { environment: () => prompt });
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect(asked[0]?.messages[1]?.content).toMatch(/JSON Schema.*"city"/s);
    expect(task.entries?.length).toBe(2);
  });

  it('has a format if no tools are offered', async () => {
    const { asked } = await run([GOOD]);
    expect(asked[0]?.context.outputFormat).toMatchObject({ type: 'json_schema', name: 'output' });
    expect(asked[0]?.context.settings).toBeUndefined();
  });

  it('has no format if tools are offered, because some providers refuse both', async () => {
    const tools = functionEnvironment({ look: () => 'rain' });
    const { asked, last } = await run([GOOD], { environment: () => tools });
    expect(asked[0]?.context.outputFormat).toBeUndefined();
    expect(last?.output).toEqual({ city: 'Oslo', rain: true });
  });

  it('has no format if the schema is not of an object', async () => {
    const { asked, last } = await run(['[1,2]'], { schema: z.array(z.number()) });
    expect(asked[0]?.context.outputFormat).toBeUndefined();
    expect(last?.output).toEqual([1, 2]);
  });

  it('leaves a format of the caller as it is, and does not check the answer', async () => {
    const settings = { text: { format: { type: 'json_object' } } };
    const { asked, last } = await run(['{"other":1}'], { settings });
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(asked[0]?.context.outputFormat).toBeUndefined();
    expect(last).toEqual({ role: 'assistant', content: '{"other":1}' });
  });
});

describe('an answer', () => {
  it.each([
    ['as written, if it is JSON of the same value', `${GOOD}\n`, `${GOOD}\n`],
    ['without its code block', `Here:\n\`\`\`json\n${GOOD}\n\`\`\`\nDone.`, GOOD],
    ['without a code block of no language', `\`\`\`\n${GOOD}\n\`\`\``, GOOD],
    ['from the last code block', `\`\`\`json\n{}\n\`\`\`\nor\n\`\`\`json\n${GOOD}\n\`\`\``, GOOD],
    ['with defaults of the schema', '{"city":"Oslo"}', '{"city":"Oslo","rain":false}'],
  ])('is kept %s', async (_name, reply, content) => {
    const { last } = await run([reply]);
    expect(last).toEqual({
      role: 'assistant',
      content,
      output: { city: 'Oslo', rain: !content.includes('false') },
    });
  });

  it.each([
    ['text', 'It rains.', /is not JSON/],
    ['nothing', '', /is not JSON/],
    ['JSON of another shape', '{"town":"Oslo"}', /city/],
    [
      'JSON that was cut',
      { role: 'assistant', content: '{"city', finish_reason: 'length' } as const,
      /cut at the token limit/,
    ],
  ])('that is %s is asked for again', async (_name, reply, issues) => {
    const { asked, last, task } = await run([reply, GOOD]);
    expect(asked[1]?.messages.at(-1)?.content).toMatch(issues);
    expect([task.state, last?.content]).toEqual(['completed', GOOD]);
  });

  it('is checked after the guards', async () => {
    const guard: Guard = {
      name: 'g',
      afterModel: () => ({ action: 'change', to: GOOD_REPLY, reason: 'for the test' }),
    };
    const { last } = await run(['It rains.'], { guards: [guard] });
    expect(last?.output).toEqual({ city: 'Oslo', rain: true });
  });

  it('is awaited if the schema checks it asynchronously', async () => {
    const schema = z.object({ city: z.string() });
    const slow = { '~standard': { ...schema['~standard'] } };
    const { validate } = schema['~standard'];
    slow['~standard'].validate = async (value) => validate(value);
    const { last } = await run(['{"city":"Oslo"}'], { schema: slow as SchemaLike });
    expect(last?.output).toEqual({ city: 'Oslo' });
  });

  it('of another kind is not checked', async () => {
    const rejection = { role: 'assistant', content: 'No.', reply_as: 'rejection' } as const;
    const { task, asked } = await run([rejection]);
    expect([task.state, asked.length]).toEqual(['rejected', 1]);
  });

  it('is not streamed before it is checked, unlike reasoning', async () => {
    const emitted: readonly Delta[] = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: '{' },
    ];
    const { deltas } = await run([GOOD], { emitted });
    expect(deltas).toEqual([{ type: 'reasoning', text: 'hm' }]);
  });
});

const GOOD_REPLY: AssistantMessage = { role: 'assistant', content: GOOD };
