import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEpisode } from '#engine/runner';
import {
  signReasoning,
  startStrictProvider,
  type StrictProvider,
  type StrictReply,
  type StrictRequest,
} from '#testing';
import { createAgent, type CreateAgentOptions } from './create-agent.ts';
import {
  forwardTo,
  question,
  startWireServer,
  weatherTools,
  type WireServer,
} from './wire.fixture.ts';

const KEY = 'sk-test-key-1';
const THOUGHT = 'They want the weather.';

let provider: StrictProvider;
let server: WireServer;

function reply({ results }: StrictRequest): StrictReply {
  const usage = { input: 50, output: 12 };
  if (results.length > 0) return { text: 'It is sunny in Oakland and Berkeley.', usage };
  const toolCalls = ['Oakland', 'Berkeley'].map((location) => {
    return { name: 'get_weather', arguments: { location } };
  });
  return { toolCalls, reasoning: THOUGHT, usage };
}

beforeAll(async () => {
  provider = await startStrictProvider({ reply, dialect: 'compatible' });
});
afterAll(() => provider.close());

interface Wire {
  readonly name: string;
  readonly options: CreateAgentOptions;
  readonly base: string;
  /** What the second request must hand back of the first reply. */
  readonly handedBack: RegExp;
  readonly keyHeader: string;
  /** Servers that are not of OpenAI may refuse fields they do not know. */
  readonly store: false | undefined;
}

const wires: readonly Wire[] = [
  {
    name: 'OpenAI Responses',
    options: { model: 'openai/gpt-5-mini', api: 'responses' },
    base: '/v1',
    handedBack: /"type":"reasoning","id":"rs[^"]+","encrypted_content":"[^"]+"/,
    keyHeader: 'authorization',
    store: false,
  },
  {
    name: 'OpenAI-compatible chat completions',
    options: { model: 'openai/some-model' },
    base: '/v1',
    handedBack: /"reasoning_content":"They want the weather."/,
    keyHeader: 'authorization',
    store: undefined,
  },
  {
    name: 'Anthropic Messages',
    options: { model: 'claude/claude-sonnet-4-5' },
    base: '/v1',
    handedBack: new RegExp(
      `"type":"thinking","thinking":"${THOUGHT}","signature":"${signReasoning('anthropic', THOUGHT)}"`,
    ),
    keyHeader: 'x-api-key',
    store: undefined,
  },
  {
    name: 'Gemini',
    options: { model: 'gemini/gemini-2.5-flash' },
    base: '/v1beta',
    handedBack: /"text":"They want the weather.","thought":true/,
    keyHeader: 'x-goog-api-key',
    store: undefined,
  },
  {
    name: 'OpenRouter',
    options: { model: 'openrouter/meta-llama/llama-3' },
    base: '/api/v1',
    handedBack: /sunny in Berkeley/,
    keyHeader: 'authorization',
    store: undefined,
  },
  {
    name: 'Bedrock',
    options: { model: 'bedrock/amazon.nova-lite-v1:0', env: { AWS_REGION: 'eu-west-1' } },
    base: '',
    handedBack: /sunny in Berkeley/,
    keyHeader: 'authorization',
    store: undefined,
  },
];

const ways = wires.flatMap((wire) => [
  { ...wire, stream: false, how: 'plain' },
  { ...wire, stream: true, how: 'streamed' },
]);

describe.each(ways)('$name, $how', ({ options, base, handedBack, keyHeader, store, stream }) => {
  beforeAll(async () => {
    server = await startWireServer(forwardTo(provider.url));
    return () => server.close();
  });

  it('calls tools side by side, answers, and counts tokens', async () => {
    const given = { apiKey: KEY, baseUrl: `${server.url}${base}`, stream };
    const prices = { [options.model ?? '']: { input: 1, output: 2 } };
    const agent = createAgent({ env: {}, ...options, ...given, prices });
    const { messages, info } = await runEpisode(question, agent, { tools: weatherTools });
    expect(info).toMatchObject({
      terminated_reason: 'final_answer',
      error: null,
      steps: 2,
      tool_calls: 2,
      input_tokens: 100,
      output_tokens: 24,
    });
    expect(info.cost_usd).toBeCloseTo(0.000148, 9);
    expect(messages.slice(2)).toMatchObject([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { function: { name: 'get_weather', arguments: '{"location":"Oakland"}' } },
          { function: { name: 'get_weather', arguments: '{"location":"Berkeley"}' } },
        ],
      },
      { role: 'tool', content: 'sunny in Oakland' },
      { role: 'tool', content: 'sunny in Berkeley' },
      { role: 'assistant', content: 'It is sunny in Oakland and Berkeley.' },
    ]);
  });

  it('hands back what the provider added, and lets OpenAI store nothing', () => {
    const [first, second] = server.requests;
    expect(server.requests).toHaveLength(2);
    expect(second?.text).toMatch(handedBack);
    expect(second?.text).not.toContain('item_reference');
    expect(first?.headers[keyHeader]).toContain(KEY);
    expect(first?.body['store']).toBe(store);
    const traceparent = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    const isSigned = options.model?.startsWith('bedrock/');
    expect(first?.headers['traceparent']).toEqual(isSigned ? undefined : traceparent);
  });
});

describe('what is shown of a streamed reply', () => {
  it.each(wires)('adds up to the reply: $name', async ({ options, base }) => {
    const own = await startWireServer(forwardTo(provider.url));
    const given = { apiKey: KEY, baseUrl: `${own.url}${base}` };
    const agent = createAgent({ env: {}, ...options, ...given });
    let text = '';
    const calls: string[] = [];
    const { messages } = await runEpisode(
      question,
      (transcript, context) =>
        agent(transcript, {
          ...context,
          emit(delta) {
            if (delta.type === 'text') text += delta.text;
            if (delta.type === 'tool-call') {
              calls[delta.index] = (calls[delta.index] ?? '') + delta.arguments;
            }
          },
        }),
      { tools: weatherTools },
    );
    expect(text).toBe(messages.at(-1)?.content);
    expect(calls).toEqual(['{"location":"Oakland"}', '{"location":"Berkeley"}']);
    await own.close();
  });
});
