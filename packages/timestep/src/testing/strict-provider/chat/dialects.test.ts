import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgent } from '#agents/model';
import type { JsonObject, Message } from '#core';
import { runEpisode } from '#engine/runner';
import { createPng, repeat } from '../refusal-case.fixture.ts';
import type { StrictRequest } from '../server/answer-request.ts';
import { startStrictProvider } from '../start-strict-provider.ts';
import { CHAT_DIALECTS, type ChatDialectName } from './dialects.ts';
import { findChatRefusal } from './find-chat-refusal.ts';

const user = { role: 'user', content: 'hi' };
const said = { role: 'assistant', content: 'a' };
const look = { type: 'function', function: { name: 'look' } };

function lookWith(properties: JsonObject): JsonObject {
  return { ...look, function: { name: 'look', parameters: { type: 'object', properties } } };
}

function say(...messages: readonly JsonObject[]): JsonObject {
  return { model: 'm', messages };
}

function ask(fields: JsonObject): JsonObject {
  return { ...say(user), ...fields };
}

function call(id: string, fields: JsonObject = {}, args = '{}'): JsonObject {
  const made = { id, type: 'function', function: { name: 'look', arguments: args } };
  return { role: 'assistant', content: '', tool_calls: [made], ...fields };
}

function result(id: string): JsonObject {
  return { role: 'tool', tool_call_id: id, content: 'seen' };
}

const ID = 'abcdefgh1';
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${createPng(1)}` } };

type Refused = readonly [ChatDialectName, string, JsonObject, RegExp];

const refused: readonly Refused[] = [
  [
    'mistral',
    'mistral/unknown-key',
    ask({ stream_options: {} }),
    /"loc":\["body","stream_options"\]/,
  ],
  ['mistral', 'mistral/call-id', say(user, call('call_1'), result('call_1')), /"code":"3280"/],
  [
    'mistral',
    'mistral/empty-reply',
    say(user, { role: 'assistant', content: '' }, user),
    /content or tool_calls/,
  ],
  [
    'mistral',
    'mistral/role-order',
    say(user, call(ID), result(ID), user),
    /'user' after role 'tool'.*"type":"invalid_request_message_order".*"3230"/,
  ],
  [
    'mistral',
    'mistral/role-order',
    say(user, said, { role: 'system', content: 'a' }, user),
    /'system' after role 'assistant'/,
  ],
  ['mistral', 'mistral/last-role', say(user, said), /Expected last role User or Tool/],
  [
    'mistral',
    'mistral/result-count',
    say(user, call(ID), result(ID), result(ID)),
    /Not the same number/,
  ],
  [
    'mistral',
    'mistral/tool-choice',
    { ...ask({ tools: [look] }), tool_choice: 'look' },
    /tool_choice/,
  ],
  [
    'deepseek',
    'deepseek/reasoning-missing',
    { ...say(user, call('a'), result('a')), model: 'deepseek-v4' },
    /Missing `reasoning_content`/,
  ],
  [
    'deepseek',
    'deepseek/call-arguments',
    say(user, call('a', {}, '{"a":'), result('a')),
    /invalid tool call arguments/,
  ],
  [
    'moonshot',
    'moonshot/reasoning-missing',
    { ...say(user, call('a'), result('a')), model: 'kimi-k2.6' },
    /at index 1/,
  ],
  ['moonshot', 'moonshot/sampling', ask({ model: 'kimi-k3', temperature: 0 }), /only 1 is allowed/],
  [
    'moonshot',
    'moonshot/forced-choice',
    ask({ model: 'kimi-k2.6', tools: [look], tool_choice: 'required' }),
    /incompatible with thinking/,
  ],
  ['moonshot', 'moonshot/tool-type', ask({ tools: [{ type: 'web_search' }] }), /unknown tool type/],
  [
    'groq',
    'groq/reasoning-content',
    say(user, { ...said, reasoning_content: 'hm' }, user),
    /'reasoning_content' is unsupported/,
  ],
  ['groq', 'chat/tool-count', ask({ tools: repeat(129, () => look) }), /128/],
  [
    'cerebras',
    'cerebras/reasoning-content',
    say(user, { ...said, reasoning_content: 'hm' }, user),
    /^\{"message".*"param":"validation_error","code":"wrong_api_format"/,
  ],
  [
    'cerebras',
    'cerebras/two-fields',
    ask({ tools: [look], response_format: {} }),
    /incompatible with .*response_format/,
  ],
  [
    'cerebras',
    'cerebras/two-fields',
    ask({ max_tokens: 1, max_completion_tokens: 1 }),
    /incompatible/,
  ],
  ['cerebras', 'cerebras/image', say({ role: 'user', content: [picture] }), /not supported/],
  [
    'xai',
    'xai/unsupported-setting',
    ask({ presence_penalty: 0 }),
    /"error":"Argument not supported on this model: presencePenalty"/,
  ],
  ['xai', 'xai/unsupported-setting', ask({ model: 'grok-4', stop: ['a'] }), /: stop/],
  [
    'xai',
    'xai/unsupported-setting',
    ask({ model: 'grok-4', reasoning_effort: 'low' }),
    /reasoningEffort/,
  ],
  ['xai', 'chat/tool-count', ask({ tools: repeat(201, () => look) }), /200/],
  ['zai', 'zai/no-user', say(said), /"code":"1214"/],
  ['zai', 'zai/role', say({ role: 'developer', content: 'a' }, user), /Incorrect role information/],
  ['zai', 'zai/tool-type', ask({ tools: [{ type: 'web_search' }] }), /function/],
  ['zai', 'zai/temperature', ask({ temperature: 1.5 }), /0 to 1/],
  [
    'openrouter',
    'openrouter/no-tools',
    ask({ model: 'a/no-tools', tools: [look] }),
    /No endpoints found/,
  ],
  [
    'openrouter',
    'openrouter/developer',
    say({ role: 'developer', content: 'a' }, user),
    /Provider returned error/,
  ],
  ['together', 'together/unsupported', say({ role: 'developer', content: 'a' }, user), /developer/],
  ['together', 'together/unsupported', ask({ store: false }), /unknown field/],
  [
    'ollama',
    'ollama/no-tools',
    ask({ model: 'no-tools', tools: [look] }),
    /does not support tools/,
  ],
  [
    'lmstudio',
    'lmstudio/tool-choice',
    ask({ tools: [look], tool_choice: look }),
    /Invalid tool_choice type: 'object'/,
  ],
  ['vllm', 'vllm/no-tools', ask({ model: 'no-tools', tools: [look] }), /--enable-auto-tool-choice/],
  ['vllm', 'vllm/role-order', { ...say(user, user), model: 'google/gemma-3' }, /must alternate/],
  [
    'vllm',
    'vllm/system',
    { ...say({ role: 'system', content: 'a' }, user), model: 'google/gemma-3' },
    /System role not supported/,
  ],
  [
    'llamacpp',
    'llamacpp/reference',
    ask({ tools: [lookWith({ a: { $ref: '#/$defs/b' } })] }),
    /Error resolving ref #\/\$defs\/b/,
  ],
  ['llamacpp', 'llamacpp/no-tools', ask({ model: 'no-tools', tools: [look] }), /requires --jinja/],
];

/** HTTP statuses of refusals that are not 400. */
const STATUSES: Readonly<Record<string, number>> = {
  'mistral/unknown-key': 422,
  'openrouter/no-tools': 404,
};

it.each(refused)('%s refuses by %s', (dialect, rule, body, says) => {
  const refusal = findChatRefusal(body, dialect);
  expect(refusal).toMatchObject({ rule, status: STATUSES[rule] ?? 400 });
  expect(JSON.stringify(refusal?.body)).toMatch(says);
});

it('has a refused request for every rule of a server', () => {
  const rules = Object.values(CHAT_DIALECTS).flatMap((dialect) =>
    dialect.rules.map(({ id }) => id),
  );
  const own = new Set(rules.filter((id) => !id.startsWith('chat/')));
  const cases = refused.map(([, rule]) => rule).filter((rule) => !rule.startsWith('chat/'));
  expect([...new Set(cases)].toSorted()).toEqual([...own].toSorted());
});

/** What each server says of a request with 11 tokens for a window of 10. */
const overflows: readonly (readonly [ChatDialectName, RegExp])[] = [
  ['mistral', /^\{"object":"error".*too large for model with 10 maximum/],
  ['groq', /reduce the length of the messages/],
  ['xai', /maximum prompt length is 10 but the request contains \d+ tokens/],
  ['deepseek', /maximum context length is 10 tokens/],
  ['moonshot', /exceeded model token limit: 10 \(requested: \d+\)/],
  ['cerebras', /^\{\}$/],
  ['lmstudio', /greater than the context length/],
  ['vllm', /^\{"object":"error".*maximum context length is 10.*"code":400/],
  ['llamacpp', /exceeds the available context size.*exceed_context_size_error/],
];

it.each(overflows)('%s refuses requests above its window', (dialect, says) => {
  const body = say({ role: 'user', content: 'x'.repeat(40) });
  expect(JSON.stringify(findChatRefusal(body, dialect, 10)?.body)).toMatch(says);
});

it('cuts requests silently where Ollama does', () => {
  expect(
    findChatRefusal(say({ role: 'user', content: 'x'.repeat(99) }), 'ollama', 10),
  ).toBeUndefined();
});

const accepted: readonly (readonly [ChatDialectName, string, JsonObject])[] = [
  ['mistral', 'a reply between result and user', say(user, call(ID), result(ID), said, user)],
  [
    'deepseek',
    'empty reasoning',
    { ...say(user, call('a', { reasoning_content: '' }), result('a')), model: 'deepseek-v4' },
  ],
  [
    'moonshot',
    'reasoning',
    { ...say(user, call('a', { reasoning_content: '.' }), result('a')), model: 'kimi-k2.6' },
  ],
  ['groq', 'reasoning in its own field', say(user, { ...said, reasoning: 'hm' }, user)],
  ['xai', '200 tools', ask({ tools: repeat(200, () => look) })],
  ['xai', 'an effort', ask({ model: 'grok-4.3', reasoning_effort: 'low' })],
  ['vllm', 'unknown fields', ask({ chat_template_kwargs: {} })],
];

it.each(accepted)('%s accepts %s', (dialect, _name, body) => {
  expect(findChatRefusal(body, dialect)).toBeUndefined();
});

const question: readonly Message[] = [
  { role: 'system', content: 'You look around.' },
  { role: 'user', content: 'Look twice.' },
];

const tools = {
  look: {
    description: 'Looks in a direction.',
    parameters: { type: 'object', properties: { way: { type: 'string' } } } satisfies JsonObject,
    execute: ({ way }: JsonObject) => `a hill ${way as string}`,
  },
};

function lookTwice({ results }: StrictRequest) {
  if (results.length > 0) return { text: results.join(', ') };
  const toolCalls = ['left', 'right'].map((way) => ({ name: 'look', arguments: { way } }));
  return { reasoning: 'I must look.', toolCalls };
}

/** Models of servers, by their names in Timestep. */
const models: readonly (readonly [ChatDialectName, string])[] = [
  ['mistral', 'mistral/mistral-large-latest'],
  ['groq', 'groq/openai/gpt-oss-120b'],
  ['xai', 'xai/grok-4'],
  ['deepseek', 'deepseek/deepseek-v4'],
  ['moonshot', 'moonshot/kimi-k2.6'],
  ['cerebras', 'cerebras/gpt-oss-120b'],
  ['together', 'together/meta-llama/Llama-3.3-70B'],
  ['fireworks', 'fireworks/kimi-k2'],
  ['zai', 'zai/glm-5'],
  ['openrouter', 'openrouter/meta-llama/llama-4'],
  ['ollama', 'ollama/qwen3'],
  ['lmstudio', 'lmstudio/qwen3'],
  ['vllm', 'vllm/qwen3'],
  ['llamacpp', 'llamacpp/qwen3'],
  ['compatible', 'openai-compatible/m'],
];

describe.each([true, false])('turns with tools, streamed: %s', (stream) => {
  it.each(models)('are accepted by %s', async (dialect, model) => {
    const provider = await startStrictProvider({ dialect, reply: lookTwice });
    onTestFinished(() => provider.close());
    const baseUrl = `${provider.url}/v1`;
    const agent = createAgent({ model, baseUrl, apiKey: 'sk-test', env: {}, stream, retries: 0 });
    const first = await runEpisode(question, agent, { tools });
    expect(first.info.error).toBeNull();
    expect(first.messages.at(-1)?.content).toBe('a hill left, a hill right');
    const next: Message = { role: 'user', content: 'Again.' };
    const { info } = await runEpisode([...first.messages, next], agent, { tools });
    expect(info.error).toBeNull();
    expect(provider.requests).toHaveLength(4);
    expect(provider.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  });
});

/** Servers that say that a request is too long: Ollama cuts it, and Cerebras sends no body. */
const explaining = models.filter(
  ([dialect]) => (CHAT_DIALECTS[dialect].describeOverflow?.(2, 1).message ?? '') !== '',
);

it.each(explaining)(
  'is understood when a request is above the window: %s',
  async (dialect, model) => {
    const provider = await startStrictProvider({ dialect, window: 3 });
    onTestFinished(() => provider.close());
    const baseUrl = `${provider.url}/v1`;
    const agent = createAgent({ model, baseUrl, apiKey: 'sk-test', env: {}, retries: 0 });
    const { info } = await runEpisode(question, agent);
    expect(info.error).toMatch(/too long/);
  },
);
