import type { LanguageModelV4Content, LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CalledModel, Message, ToolSchema } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
import { ModelError } from '../model-error.ts';
import { createLanguageModelAgent } from './language-model-agent.ts';
import { createFakeModel, stop, usage } from './model.fixture.ts';

const question: Message[] = [{ role: 'user', content: 'hi' }];
const hello: LanguageModelV4Content[] = [{ type: 'text', text: 'hello' }];
const earlierCall = {
  id: 'c',
  type: 'function',
  function: { name: 'f', arguments: '{}' },
} as const;
const tool: ToolSchema = {
  type: 'function',
  function: { name: 'f', parameters: { type: 'object' } },
};

describe('createLanguageModelAgent', () => {
  it('asks for a whole reply where streaming is off', async () => {
    const model = createFakeModel({ content: hello });
    const context = createAgentContext({ tools: [tool] });
    const reply = await createLanguageModelAgent(model, { stream: false })(question, context);
    expect(reply).toEqual({
      role: 'assistant',
      content: 'hello',
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4 },
      },
    });
    expect(context.deltas).toEqual([]);
    expect(model.asked).toEqual([
      {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
        abortSignal: context.signal,
        tools: [{ type: 'function', name: 'f', inputSchema: { type: 'object' } }],
        toolChoice: { type: 'auto' },
        providerOptions: { openai: { store: false } },
      },
    ]);
  });

  it('shortens a result that would fill most of the window, and reports it', async () => {
    const model = createFakeModel({ content: hello });
    const agent = createLanguageModelAgent(model, { stream: false, contextWindow: 1000 });
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    const messages: Message[] = [
      ...question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'x'.repeat(200_000) },
    ];
    const reported: CalledModel[] = [];
    const context = createAgentContext({ tools: [tool] });
    await agent(messages, { ...context, called: (part) => void reported.push(part) });
    expect(JSON.stringify(model.asked[0]).length).toBeLessThan(4000);
    expect(JSON.stringify(model.asked[0])).toContain('[198000 characters were left out here');
    expect(reported).toContainEqual({ left_out: ['result of call c'] });
  });

  it('sends the format of an output, which the provider may ignore', async () => {
    const warning = { type: 'unsupported', feature: 'responseFormat' } as const;
    const model = createFakeModel({ content: hello, warnings: [warning] });
    const agent = createLanguageModelAgent(model, { stream: false });
    const schema = { type: 'object' };
    const outputFormat = { type: 'json_schema', name: 'output', schema } as const;
    const settings = { temperature: 0.5 };
    await agent(question, createAgentContext({ outputFormat, settings }));
    expect(model.asked[0]).toMatchObject({
      temperature: 0.5,
      responseFormat: { type: 'json', name: 'output', schema },
    });
    const asked = createAgentContext({ settings: { text: { format: outputFormat } } });
    await expect(agent(question, asked)).rejects.toMatchObject({ code: 'unsupported-setting' });
  });

  it.each([true, false])(
    'says which model it asks, and which answered (stream: %s)',
    async (stream) => {
      const model = createFakeModel({
        content: hello,
        modelId: 'fake-1-2026',
        stream: [
          { type: 'response-metadata', id: 'r', modelId: 'fake-1-2026' },
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'hello' },
          { type: 'text-end', id: 't' },
          { type: 'finish', finishReason: stop, usage },
        ],
      });
      const said: CalledModel[] = [];
      const context = createAgentContext({ called: (one) => said.push(one) });
      await createLanguageModelAgent(model, { stream })(question, context);
      expect(said).toEqual([
        { provider: 'fake.chat', model: 'fake-1' },
        { response_model: 'fake-1-2026' },
      ]);
    },
  );

  it('streams and shows the reply as it grows', async () => {
    const model = createFakeModel({
      stream: [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'hel' },
        { type: 'text-delta', id: 't', delta: 'lo' },
        { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: stop, usage },
      ],
    });
    const context = createAgentContext();
    const reply = await createLanguageModelAgent(model)(question, context);
    expect(reply).toMatchObject({ content: 'hello', usage: { total_tokens: 15 } });
    expect(context.deltas).toEqual([
      { type: 'text', text: 'hel' },
      { type: 'text', text: 'lo' },
    ]);
  });

  it('passes settings, and keeps replies from being stored at OpenAI whatever they say', async () => {
    const model = createFakeModel({ content: hello });
    const agent = createLanguageModelAgent(model, {
      stream: false,
      settings: {
        temperature: 0.5,
        topP: 0.9,
        maxTokens: 100,
        stopSequences: ['END'],
        reasoning: 'low',
        providerOptions: {
          openai: { store: true, user: 'u' },
          anthropic: { effort: 'low' },
        },
      },
    });
    await agent(question, createAgentContext());
    expect(model.asked[0]).toMatchObject({
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      reasoning: 'low',
      providerOptions: { openai: { store: false, user: 'u' }, anthropic: { effort: 'low' } },
    });
    expect(model.asked[0]).not.toHaveProperty('tools');
  });

  it('goes on with tool calls whatever reason the provider gives for stopping', async () => {
    const content: LanguageModelV4Content[] = [
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{}' },
    ];
    const finishReason: LanguageModelV4FinishReason = { unified: 'other', raw: 'FUNCTION_CALL' };
    const model = createFakeModel({ content, finishReason });
    const reply = await createLanguageModelAgent(model, { stream: false })(
      question,
      createAgentContext(),
    );
    expect(reply).toMatchObject({ content: null, tool_calls: [{ id: 'a' }] });
  });

  it('names tools to the provider by names it takes, and elsewhere by their own', async () => {
    const odd: ToolSchema = { type: 'function', function: { name: 'sky.now', parameters: {} } };
    const made = 'sky_now_' + createHash('sha256').update('sky.now').digest('hex').slice(0, 8);
    const call = { type: 'tool-call', toolCallId: 'b', toolName: made, input: '{}' } as const;
    const stream = [
      { type: 'tool-input-start', id: 'b', toolName: made },
      { type: 'tool-input-delta', id: 'b', delta: '{}' },
      call,
      { type: 'finish', finishReason: stop, usage },
    ] as const;
    const before: Message[] = [
      ...question,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'sky.now', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'blue' },
    ];
    const model = createFakeModel({ content: [call], stream });
    for (const streamed of [false, true]) {
      const context = createAgentContext({
        tools: [odd],
        settings: { tool_choice: { type: 'function', name: 'sky.now' } },
      });
      const reply = await createLanguageModelAgent(model, { stream: streamed })(before, context);
      expect(reply.tool_calls).toMatchObject([{ id: 'b', function: { name: 'sky.now' } }]);
      expect(context.deltas.map((delta) => 'name' in delta && delta.name)).toEqual(
        streamed ? ['sky.now', 'sky.now'] : [],
      );
    }
    for (const asked of model.asked) {
      expect(asked.tools).toMatchObject([{ name: made }]);
      expect(asked.toolChoice).toEqual({ type: 'tool', toolName: made });
      expect(asked.prompt.slice(1)).toMatchObject([
        { content: [{ type: 'tool-call', toolName: made }] },
        { content: [{ type: 'tool-result', toolName: made }] },
      ]);
    }
  });

  it.each([
    ['length', 'length'],
    ['content-filter', 'content_filter'],
    ['stop', undefined],
  ] as const)('tells of a reply that ends by %s', async (unified, cut) => {
    const finishReason = { unified, raw: 'x' };
    const model = createFakeModel({ content: hello, finishReason });
    const reply = await createLanguageModelAgent(model, { stream: false })(
      question,
      createAgentContext(),
    );
    expect([reply.content, reply.finish_reason]).toEqual(['hello', cut]);
  });

  it('makes no call that was cut in the middle of its arguments', async () => {
    const finishReason: LanguageModelV4FinishReason = { unified: 'length', raw: 'length' };
    const whole = { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{"x":1}' } as const;
    const half = { type: 'tool-call', toolCallId: 'b', toolName: 'f', input: '{"x":' } as const;
    const agent = (...content: LanguageModelV4Content[]) =>
      createLanguageModelAgent(createFakeModel({ content, finishReason }), { stream: false });
    const reply = await agent(whole, half)(question, createAgentContext());
    expect(reply.tool_calls).toMatchObject([
      { id: 'a' },
      { id: 'b', function: { arguments: '{"x":…' } },
    ]);
    const context = createAgentContext();
    await expect(agent()(question, context)).rejects.toMatchObject({ code: 'output-limit' });
  });

  it('adds the price where it is known, and nothing where it is not', async () => {
    const model = createFakeModel({ content: hello });
    const priced = createLanguageModelAgent(model, { stream: false, cost: () => 0.25 });
    expect(await priced(question, createAgentContext())).toMatchObject({ cost_usd: 0.25 });
    const unknown = createLanguageModelAgent(model, { stream: false, cost: () => undefined });
    expect(await unknown(question, createAgentContext())).not.toHaveProperty('cost_usd');
  });

  it('returns the text of a refusal', async () => {
    const finishReason: LanguageModelV4FinishReason = { unified: 'content-filter', raw: 'refusal' };
    const model = createFakeModel({ content: [{ type: 'text', text: 'I cannot.' }], finishReason });
    const reply = await createLanguageModelAgent(model, { stream: false })(
      question,
      createAgentContext(),
    );
    expect(reply.content).toBe('I cannot.');
  });

  it.each([
    [{ unified: 'content-filter', raw: 'SAFETY' }, 'refused', /blocked .* \(SAFETY\)/],
    [{ unified: 'length', raw: 'length' }, 'output-limit', /raise the token limit/],
    [{ unified: 'stop', raw: 'stop' }, 'empty-reply', /neither text nor tool calls \(stop\)/],
    [{ unified: 'error', raw: undefined }, 'empty-reply', /\(error\)/],
  ] as const)('fails clearly when nothing is replied: %j', async (finishReason, code, message) => {
    const agent = createLanguageModelAgent(createFakeModel({ finishReason }), { stream: false });
    const reply = agent(question, createAgentContext());
    await expect(reply).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each(['', ' ', '\n\n', '\u200B', '\0', ' \t\u2060\n'])(
    'does not take the blank text %j for a reply',
    async (text) => {
      const finishReason = { unified: 'stop', raw: 'stop' } as const;
      const fake = createFakeModel({
        content: [{ type: 'text', text }],
        stream: [
          { type: 'text-delta', id: 't', delta: text },
          { type: 'finish', usage, finishReason },
        ],
        finishReason,
      });
      const results: Message[] = [
        ...question,
        { role: 'assistant', content: null, tool_calls: [earlierCall] },
        { role: 'tool', tool_call_id: earlierCall.id, content: 'sunny' },
      ];
      for (const stream of [true, false]) {
        const agent = createLanguageModelAgent(fake, { stream });
        const reply = agent(question, createAgentContext());
        await expect(reply).rejects.toMatchObject({ code: 'empty-reply', retryable: true });
        const ended = await agent(results, createAgentContext({ attempt: 2 }));
        expect(ended.content).toBe('');
      }
    },
  );

  it.each([
    ['ended without a word', []],
    [
      'was closed by the package',
      [{ type: 'finish', usage, finishReason: { unified: 'interrupted', raw: undefined } }],
    ],
    [
      'has no reason to end',
      [{ type: 'finish', usage, finishReason: { unified: 'other', raw: undefined } }],
    ],
  ] as const)('does not take a stream for a reply that %s', async (_, rest) => {
    const stream = [{ type: 'text-delta', id: 't', delta: 'Sun' } as const, ...rest];
    const reply = createLanguageModelAgent(createFakeModel({ stream }))(
      question,
      createAgentContext(),
    );
    await expect(reply).rejects.toMatchObject({ code: 'provider-error', retryable: true });
  });

  it('lets go of a stream that brings an error', async () => {
    let cancelled = false;
    const model = createFakeModel({});
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue({ type: 'error', error: { message: 'overloaded', statusCode: 529 } });
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const agent = createLanguageModelAgent({ ...model, doStream: async () => ({ stream }) });
    await expect(agent(question, createAgentContext())).rejects.toMatchObject({
      code: 'overloaded',
      message: 'fake.chat is overloaded (529): overloaded',
    });
    expect(cancelled).toBe(true);
  });

  it("fails with the signal's reason when called off, and with ModelError otherwise", async () => {
    const reason = new Error('called off');
    const model = createFakeModel({ fails: new Error('socket closed') });
    const stopped = createAgentContext({ signal: AbortSignal.abort(reason) });
    await expect(createLanguageModelAgent(model)(question, stopped)).rejects.toBe(reason);
    await expect(
      createLanguageModelAgent(model)(question, createAgentContext()),
    ).rejects.toBeInstanceOf(ModelError);
  });
});
