import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { Message, ToolSchema } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
import { createLanguageModelAgent } from './language-model-agent.ts';
import { createFakeModel } from './model.fixture.ts';
import type { ModelSettings } from './model-settings.ts';

const transcript: readonly Message[] = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: 'a?' },
  { role: 'assistant', content: 'a.' },
  { role: 'user', content: 'b?' },
  { role: 'user', content: 'Rule (r):\nBe kind.', is_context: true },
];
const HOUR = { type: 'ephemeral', ttl: '1h' };
const POINT = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function toTool(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: { type: 'object' } } };
}

async function ask(
  identity: { readonly provider: string; readonly modelId?: string },
  settings: ModelSettings = {},
  contextId = 'context_01',
): Promise<LanguageModelV4CallOptions | undefined> {
  const fake = createFakeModel({ content: [{ type: 'text', text: 'b.' }] });
  const agent = createLanguageModelAgent({ ...fake, ...identity }, { stream: false, settings });
  const task = { id: 'task_01', contextId, agent: 'ann@example.com', metadata: {} };
  await agent(transcript, createAgentContext({ task, tools: [toTool('b'), toTool('a')] }));
  return fake.asked[0];
}

/** Lists the texts of a prompt that carry provider options. */
function listMarked(call: LanguageModelV4CallOptions | undefined): unknown[] {
  return (call?.prompt ?? []).flatMap((message) => {
    if (message.role === 'system') return message.providerOptions ? [message.content] : [];
    const marked = message.content.filter(({ providerOptions }) => providerOptions);
    return marked.map((part) => (part.type === 'text' ? part.text : part.type));
  });
}

describe('a request with points', () => {
  it('marks the instructions, the question before its context, and the end', async () => {
    const call = await ask({ provider: 'anthropic.messages' });
    expect(listMarked(call)).toEqual(['You help.', 'b?', 'Rule (r):\nBe kind.']);
    expect(call?.prompt[0]?.providerOptions).toEqual(POINT);
    expect(call?.providerOptions).toEqual({ openai: { store: false } });
  });

  it.each<ModelSettings>([
    { promptCaching: false },
    { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  ])('has none with %j', async (settings) => {
    expect(listMarked(await ask({ provider: 'anthropic.messages' }, settings))).toEqual([]);
  });

  it.each([
    ['anthropic.messages', 'claude-x', { anthropic: { cacheControl: HOUR } }],
    ['googleVertex.anthropic.messages', 'claude-x', { anthropic: { cacheControl: HOUR } }],
    ['openrouter', 'anthropic/claude-x', { openrouter: { cacheControl: HOUR } }],
    [
      'amazon-bedrock',
      'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
      { bedrock: { cachePoint: { type: 'default', ttl: '1h' } } },
    ],
    [
      'amazon-bedrock',
      'eu.anthropic.claude-sonnet-4-20250514-v1:0',
      { bedrock: { cachePoint: { type: 'default' } } },
    ],
  ])('keeps the prompt for an hour at %s (%s), if it can', async (provider, modelId, mark) => {
    const call = await ask({ provider, modelId }, { promptCaching: '1h' });
    expect(call?.prompt[0]?.providerOptions).toEqual(mark);
    expect(listMarked(call)).toEqual(['You help.', 'b?', 'Rule (r):\nBe kind.']);
  });

  it('marks only the instructions of a single question', async () => {
    const model = { ...createFakeModel({ content: [{ type: 'text', text: 'yes' }] }) };
    const agent = createLanguageModelAgent(
      { ...model, provider: 'anthropic.messages' },
      { stream: false },
    );
    const limits = { max_steps: 1, time_limit_s: 120 };
    await agent(transcript.slice(0, 2), createAgentContext({ limits }));
    await agent(transcript, createAgentContext({ limits }));
    expect(model.asked.map(listMarked)).toEqual([
      ['You help.'],
      ['You help.', 'b?', 'Rule (r):\nBe kind.'],
    ]);
  });

  it('orders its tools by name', async () => {
    const call = await ask({ provider: 'anthropic.messages' });
    expect(call?.tools?.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('a request with a key', () => {
  it('has one key for a conversation, without ids', async () => {
    const openai = { provider: 'openai.responses', modelId: 'gpt-5' };
    const [first, same, other] = await Promise.all([
      ask(openai),
      ask(openai),
      ask(openai, {}, 'context_02'),
    ]);
    const key = first?.providerOptions?.['openai']?.['promptCacheKey'];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(same?.providerOptions).toEqual({ openai: { store: false, promptCacheKey: key } });
    expect(other?.providerOptions?.['openai']?.['promptCacheKey']).not.toBe(key);
    expect(listMarked(first)).toEqual([]);
  });

  it('keeps the key of the settings', async () => {
    const settings = { providerOptions: { openai: { promptCacheKey: 'mine' } } };
    const call = await ask({ provider: 'openai.responses', modelId: 'gpt-5.6' }, settings);
    expect(call?.providerOptions?.['openai']).toEqual({ store: false, promptCacheKey: 'mine' });
    expect(listMarked(call)).toEqual(['You help.', 'a?', 'b?']);
  });

  it('sends it as a header where the provider reads one', async () => {
    const call = await ask({ provider: 'xai.chat', modelId: 'grok-4' });
    expect(call?.headers).toEqual({
      'x-grok-conv-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect((await ask({ provider: 'xai.chat' }, { promptCaching: false }))?.headers).toBe(
      undefined,
    );
  });
});
