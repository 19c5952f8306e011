import { describe, expect, it } from 'vitest';
import type { JsonObject, Message } from '#core';
import { runEpisode } from '#engine/runner';
import { createAgentContext } from '../agent-context.fixture.ts';
import type { Script } from './script.ts';
import { scriptedAgent } from './scripted-agent.ts';

const weather: Script = {
  rules: [
    {
      when: { user: { matches: 'weather in (?<city>[^?.!]+)' }, tools: ['get_weather'] },
      reply: { call: { tool: 'get_weather', arguments: { location: '{{city}}' } } },
    },
    {
      name: 'weather-failed',
      when: { tool_result: { tool: 'get_weather', has: ['error'] } },
      reply: 'I could not find out: {{result.error}}.',
    },
    {
      name: 'weather-answer',
      when: { tool_result: 'get_weather' },
      reply:
        'The current weather in {{result.location}} is {{result.temperature_f}}°F and ' +
        '{{result.condition | lower}}, with a humidity level of {{result.humidity}}%.',
    },
  ],
  otherwise: 'I only know about the weather.',
};

const assistant: Script = {
  variables: { weather_agent: 'http://localhost:10000' },
  rules: [
    {
      when: { user: 'weather' },
      reply: {
        call: {
          tool: 'handoff',
          arguments: { agent_uri: '{{weather_agent}}', message: '{{user}}' },
        },
      },
    },
    { when: { tool_result: 'handoff' }, reply: '{{result.response}}' },
  ],
};

const ANSWER = 'The current weather in Oakland is 72°F and sunny, with a humidity level of 65%.';
const question: Message[] = [{ role: 'user', content: "What's the weather in Oakland?" }];

function getWeather({ location }: JsonObject): JsonObject {
  return { location: location ?? '', temperature_f: 72, condition: 'Sunny', humidity: 65 };
}

describe('scriptedAgent with rules', () => {
  it('asks a tool about the weather and tells what it said', async () => {
    const tools = { get_weather: getWeather };
    const { messages, info } = await runEpisode(question, scriptedAgent(weather), { tools });
    expect(messages[1]).toMatchObject({
      content: '',
      tool_calls: [
        {
          id: 'call_1_1',
          function: { name: 'get_weather', arguments: '{"location":"Oakland"}' },
        },
      ],
    });
    expect(messages.at(-1)?.content).toBe(ANSWER);
    expect(info).toMatchObject({ terminated_reason: 'final_answer', steps: 2, cost_usd: 0 });
    expect(info.input_tokens).toBeGreaterThan(0);
    const again = await runEpisode(question, scriptedAgent(weather), { tools });
    expect(again.messages).toEqual(messages);
  });

  it('hands over to another agent and relays the answer', async () => {
    const heard: JsonObject[] = [];
    const handoff = (args: JsonObject) => {
      heard.push(args);
      return { response: ANSWER };
    };
    const variables = { weather_agent: 'http://127.0.0.1:4711' };
    const agent = scriptedAgent(assistant, { variables });
    const { messages } = await runEpisode(question, agent, { tools: { handoff } });
    expect(heard).toEqual([
      { agent_uri: 'http://127.0.0.1:4711', message: "What's the weather in Oakland?" },
    ]);
    expect(messages.at(-1)?.content).toBe(ANSWER);
  });

  it('tells of a tool that failed', async () => {
    const tools = {
      get_weather: () => {
        throw new Error('station closed');
      },
    };
    const { messages } = await runEpisode(question, scriptedAgent(weather), { tools });
    expect(messages.at(-1)?.content).toBe('I could not find out: station closed.');
  });

  it('makes calls side by side and uses results by tool', async () => {
    const script: Script = {
      rules: [
        {
          when: { user: 'both' },
          reply: { say: 'One moment.', call: [{ tool: 'one' }, { tool: 'two' }] },
        },
        {
          when: { tool_result: 'one' },
          reply: '{{results.one}} and {{results.two.value}}',
        },
      ],
    };
    const tools = { one: () => 'first', two: () => ({ value: 2 }) };
    const asked: Message[] = [{ role: 'user', content: 'both, please' }];
    const { messages } = await runEpisode(asked, scriptedAgent(script), { tools });
    expect(messages[1]).toMatchObject({
      content: 'One moment.',
      tool_calls: [{ id: 'call_1_1' }, { id: 'call_1_2' }],
    });
    expect(messages.at(-1)?.content).toBe('first and 2');
  });

  it('has a last word for everything else', async () => {
    const other: Message[] = [{ role: 'user', content: 'Tell me a joke.' }];
    const { messages } = await runEpisode(other, scriptedAgent(weather));
    expect(messages.at(-1)?.content).toBe('I only know about the weather.');
    const empty = await runEpisode(other, scriptedAgent({ rules: [] }));
    expect(empty.messages.at(-1)?.content).toBe('I have no scripted answer to that.');
  });

  it('fails naming the rule where a result lacks what the rule tells', async () => {
    const tools = { get_weather: () => ({ location: 'Oakland' }) };
    const { info } = await runEpisode(question, scriptedAgent(weather), { tools });
    expect(info.error).toBe(
      'weather-answer: the script has no value for the placeholder {{result.temperature_f}}',
    );
  });

  it('refuses a bad script when it is made', () => {
    const bad: Script = { name: 'mine', rules: [{ reply: '{{nobody}}' }] };
    expect(() => scriptedAgent(bad)).toThrow(
      /^the script mine is invalid: rules\[0\]\.reply has \{\{nobody\}\}/,
    );
  });
});

describe('what a scripted agent shows', () => {
  it('is its words, one by one, and its calls', async () => {
    const context = createAgentContext();
    const script: Script = {
      rules: [{ reply: { say: ' Hello,\n  you there! ', call: { tool: 'f' } } }],
    };
    const reply = await scriptedAgent(script, { wordPauseMs: 1 })([], context);
    expect(context.deltas).toEqual([
      { type: 'text', text: ' Hello,' },
      { type: 'text', text: '\n  you' },
      { type: 'text', text: ' there! ' },
      { type: 'tool-call', index: 0, id: 'call_1_1', name: 'f', arguments: '{}' },
    ]);
    const shown = context.deltas.map((delta) => (delta.type === 'text' ? delta.text : ''));
    expect(shown.join('')).toBe(reply.content);
  });

  it('stops when called off', async () => {
    const signal = AbortSignal.abort();
    const agent = scriptedAgent(['a long answer'], { wordPauseMs: 1000 });
    await expect(agent([], createAgentContext({ signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('scriptedAgent with outputs', () => {
  it('gives the nth reply to a transcript with n − 1 replies, however often it is asked', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const agent = scriptedAgent([
      { call: { tool: 'f', arguments: { x: 1 } } },
      { role: 'assistant', content: 'done', usage },
    ]);
    const { messages } = await runEpisode(question, agent, { tools: { f: ({ x }) => x } });
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'done', usage, cost_usd: 0 });
    const repeated = await agent(messages.slice(0, 3), createAgentContext());
    expect(repeated).toEqual(messages.at(-1));
  });

  it('says when it has no more', async () => {
    const { info } = await runEpisode(question, scriptedAgent([]));
    expect(info.error).toBe('reply 1 was requested, but the script has only 0 replies');
  });

  it('can fail, and can be a function', async () => {
    const failure = new Error('overloaded');
    const failing = await runEpisode(question, scriptedAgent([failure]));
    expect(failing.info.error).toBe('overloaded');
    const agent = scriptedAgent(async (messages, { attempt }) => `${messages.length} ${attempt}`);
    expect(await agent(question, createAgentContext({ attempt: 2 }))).toMatchObject({
      content: '1 2',
    });
  });
});
