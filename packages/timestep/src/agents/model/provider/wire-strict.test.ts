import { expect, it, onTestFinished } from 'vitest';
import type { AssistantMessage, JsonObject, Message, ReplySettings } from '#core';
import type { AgentContext } from '#engine/port';
import { findChatRefusal, type ChatDialectName } from '#testing';
import { createAgentContext } from '../agent-context.fixture.ts';
import { ModelError } from '../model-error.ts';
import { createLanguageModelAgent } from '../ai-sdk/language-model-agent.ts';
import type { ChatDialect } from '../dialect/chat-dialect.ts';
import { loadCompatible } from './load-compatible.ts';
import { findProvider } from './providers.ts';
import { createChatChunk, sendEvents, sendJson, startWireServer } from './wire.fixture.ts';

/** Models by provider, of which the providers refuse different things. */
const MODELS: Readonly<Partial<Record<ChatDialectName, readonly string[]>>> = {
  mistral: ['mistral-large-latest', 'magistral-medium-latest'],
  groq: ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b'],
  xai: ['grok-4', 'grok-3-mini', 'grok-4.5', 'grok-2'],
  deepseek: ['deepseek-chat', 'deepseek-reasoner', 'deepseek-v4-pro'],
  moonshot: ['kimi-k3', 'kimi-k2.6', 'kimi-k2-thinking', 'moonshot-v1-8k'],
  cerebras: ['gpt-oss-120b', 'zai-glm-4.7'],
  together: ['meta-llama/Llama-3.3-70B-Instruct-Turbo'],
  fireworks: ['accounts/fireworks/models/kimi-k2-instruct'],
  zai: ['glm-4.6', 'glm-5'],
  ollama: ['llama3.2'],
  lmstudio: ['qwen3-8b'],
  vllm: ['qwen'],
  llamacpp: ['qwen'],
};

const cases = Object.entries(MODELS).flatMap(([name, models]) =>
  models.map((model) => [name as ChatDialectName, model] as const),
);

const call = (id: string, name: string) =>
  ({ id, type: 'function', function: { name, arguments: '{"at":"sky"}' } }) as const;

/** A transcript of another provider, with two calls and a message of the user after a result. */
const FOREIGN: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [call('a:1', 'look'), call('functions.b:2', 'ask')],
  },
  { role: 'tool', tool_call_id: 'a:1', content: 'sunny' },
  { role: 'tool', tool_call_id: 'functions.b:2', content: 'warm' },
  { role: 'user', content: 'Again?' },
  { role: 'assistant', content: 'Sunny.' },
  { role: 'user', content: 'And now?' },
];

const TOOLS: AgentContext['tools'] = ['look', 'ask'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: 'Looks.',
    parameters: {
      type: 'object',
      properties: { at: { type: 'string' } },
      required: ['at'],
      additionalProperties: false,
    },
  },
}));

const STRICT_TOOLS: AgentContext['tools'] = TOOLS.map((tool) => ({
  ...tool,
  function: { ...tool.function, strict: true },
}));

const SETTINGS: readonly ReplySettings[] = [
  {},
  { parallel_tool_calls: false },
  { tool_choice: 'required' },
  { tool_choice: { type: 'function', name: 'look' } },
  { temperature: 1.5 },
  { presence_penalty: 0, frequency_penalty: 0.5 },
  { reasoning: { effort: 'high' } },
  { text: { format: { type: 'json_schema', name: 'r', schema: { type: 'object' } } } },
];

/** Sends requests with all settings and transcripts. Returns what the provider refused. */
async function listRefusals(
  name: ChatDialectName,
  modelId: string,
  dialect: ChatDialect | undefined,
): Promise<unknown[]> {
  const refusals: unknown[] = [];
  const server = await startWireServer(({ body }, response) => {
    const refusal = findChatRefusal(body, name);
    if (refusal === undefined) return sendEvents(response, thoughtfulCall(), 'done');
    refusals.push(refusal);
    sendJson(response, refusal.body, refusal.status);
  });
  onTestFinished(() => server.close());
  const place = { baseUrl: `${server.url}/v1`, apiKey: 'k', ...(dialect && { dialect }) };
  const connection = { kind: 'openai-compatible', name, ...place } as const;
  const { languageModel } = await loadCompatible(connection, fetch);
  const own = { maxTokens: 100, temperature: 0 };
  const agent = createLanguageModelAgent(languageModel(modelId), { settings: own });
  const ask = async (
    messages: readonly Message[],
    asked: ReplySettings = {},
    isStrict = false,
  ): Promise<readonly Message[]> => {
    const tools = isStrict ? STRICT_TOOLS : TOOLS;
    const context = createAgentContext({ tools, settings: asked });
    const reply: unknown = await Promise.resolve(agent(messages, context)).catch(
      (thrown: unknown) => thrown,
    );
    if (reply instanceof ModelError) return messages;
    const { tool_calls = [] } = reply as AssistantMessage;
    const results = tool_calls.map(({ id }): Message => ({
      role: 'tool',
      tool_call_id: id,
      content: 'sunny',
    }));
    return [...messages, reply as AssistantMessage, ...results];
  };
  for (const asked of SETTINGS) await ask(FOREIGN, asked);
  await ask(FOREIGN, {}, true);
  // The reasoning of the provider itself is sent back with the result, and in the turn after.
  const answered = await ask(await ask(FOREIGN));
  await ask([...answered, { role: 'user', content: 'Thanks' }]);
  return refusals;
}

it.each(cases)('%s refuses no request for %s', async (name, model) => {
  expect(await listRefusals(name, model, findProvider(name)?.dialect)).toEqual([]);
});

/** Differences that change no request, and those of providers that answer without a refusal. */
const UNCHECKED: ReadonlySet<string> = new Set([
  'mistral.reasoning',
  'mistral.cachedTokens',
  'groq.formatWithTools',
  'xai.reasoningTokens',
  'deepseek.refuses',
  'deepseek.reasoning',
  'deepseek.jsonSchema',
  'deepseek.cachedTokens',
  'moonshot.tokenLimit',
  'moonshot.cachedTokens',
  'cerebras.tokenLimit',
  'together.strict',
]);

const differences = Object.entries(MODELS).flatMap(([name, models]) =>
  Object.keys(findProvider(name)?.dialect ?? {})
    .filter((field) => !UNCHECKED.has(`${name}.${field}`))
    .map((field) => [name as ChatDialectName, field, models] as const),
);

it.each(differences)(
  '%s refuses a request without the difference %s',
  async (name, field, models) => {
    const without = { ...findProvider(name)?.dialect, [field]: undefined } as ChatDialect;
    const refusals = await Promise.all(models.map((model) => listRefusals(name, model, without)));
    expect(refusals.flat().length).toBeGreaterThan(0);
  },
);

function thoughtfulCall(): JsonObject[] {
  const made = { index: 0, id: 'abcdefghi', type: 'function' };
  return [
    createChatChunk({ reasoning_content: 'hm' }),
    createChatChunk({ tool_calls: [{ ...made, function: { name: 'look', arguments: '{}' } }] }),
    createChatChunk({}, 'tool_calls'),
  ];
}
