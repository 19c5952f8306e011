import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askUser, functionEnvironment, tool, type Tool } from '#engine/tools';
import { scriptedAgent } from '#agents/model';
import type { AgentFunction } from '#engine/port';
import type { EpisodeEvent } from '#engine/runner';
import { Environment } from '../environment.ts';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const getWeather = tool({
  name: 'get_weather',
  description: 'The weather at a place now.',
  input: z.object({ city: z.string() }),
  execute: ({ city }) => `rain in ${city}`,
});
const CALL = { call: { tool: 'get_weather', arguments: { city: 'Oslo' } } };

function makeAgent(options: Partial<AgentOptions> = {}): Agent {
  const model = options.model ?? scriptedAgent([CALL, 'It rains.']);
  const agent = new Agent({ agentId: 'weather', instructions: 'Be brief.', ...options, model });
  open.push(agent);
  return agent;
}

describe('an agent of instructions, a model and tools', () => {
  it.each<[string, Partial<AgentOptions>]>([
    ['a record', { tools: { get_weather: getWeather } }],
    ['a record with a bare function', { tools: { get_weather: () => 'rain in Oslo' } }],
    ['an array of named tools', { tools: [getWeather] }],
    ['an environment', { tools: functionEnvironment({ get_weather: getWeather }) }],
    ['an array of toolsets', { tools: [{ get_weather: getWeather }, functionEnvironment({})] }],
  ])('answers in this process with the tools of %s', async (_, options) => {
    const answer = await makeAgent(options).ask('Rain in Oslo?');
    expect(answer).toMatchObject({ text: 'It rains.', artifacts: [], info: { tool_calls: 1 } });
    expect(answer.question).toBeUndefined();
  });

  it('sends its instructions as the system prompt, and has no handoff unless asked for', async () => {
    let seen: unknown;
    const model: AgentFunction = (messages, { tools }) => {
      seen = [messages[0], tools.map((each) => each.function.name)];
      return 'Seen.';
    };
    expect((await makeAgent({ model, tools: [getWeather] }).ask('Hello')).text).toBe('Seen.');
    expect(seen).toEqual([{ role: 'system', content: 'Be brief.' }, ['get_weather']]);
    await makeAgent({ model, tools: [getWeather], handoff: {} }).ask('Hello');
    expect(seen).toMatchObject([{ role: 'system' }, ['get_weather', 'handoff']]);
  });

  it('continues a conversation, and answers its questions', async () => {
    const asking: Tool = {
      execute: (_, { ask, answers }) => answers[0]?.text ?? ask('Which city?'),
    };
    const model = scriptedAgent([{ call: { tool: 'choose', arguments: {} } }, 'Chosen.', 'Bye.']);
    const talk = makeAgent({ model, tools: { choose: asking } }).conversation();
    const first = await talk.ask('Choose a city.');
    expect(first).toMatchObject({ text: 'Which city?', question: { text: 'Which city?' } });
    const second = await talk.ask('Oslo');
    expect(second).toMatchObject({ text: 'Chosen.', taskId: first.taskId });
    const third = await talk.ask('Thank you.');
    expect(third).toMatchObject({ text: 'Bye.', contextId: talk.contextId });
    expect(third.taskId).not.toBe(first.taskId);
  });

  it('streams text and events, and gives the answer at the end', async () => {
    const stream = makeAgent({ tools: [getWeather] }).stream('Rain in Oslo?');
    let text = '';
    for await (const piece of stream.text) text += piece;
    expect(text).toBe('It rains.');
    expect((await stream.answer()).text).toBe('It rains.');

    const events: EpisodeEvent[] = [];
    for await (const event of makeAgent({ tools: [getWeather] }).stream('Rain?'))
      events.push(event);
    // The text comes in as many pieces as the model writes.
    const types = events.map(({ type }) => type);
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
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
      'TextMessageEnd',
      'StepFinished',
      'RunFinished',
    ]);
  });

  it('asks for approvals, and denies calls if no function decides', async () => {
    const pay = { needsApproval: true, execute: () => 'paid' };
    const model = (messages: readonly { readonly role: string; readonly content: unknown }[]) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return String(last.content);
      const call = { name: 'pay', arguments: '{}' };
      const tool_calls = [{ id: 'c1', type: 'function' as const, function: call }];
      return { role: 'assistant' as const, content: '', tool_calls };
    };
    const agent = makeAgent({ model, tools: { pay } });
    const asked: string[] = [];
    const approve = (call: { readonly function: { readonly name: string } }): boolean =>
      asked.push(call.function.name) > 0;
    expect((await agent.ask('Pay.', { approve })).text).toBe('paid');
    expect(asked).toEqual(['pay']);
    expect((await agent.ask('Pay.')).text).toMatch(/no user can be asked to approve/);
  });

  it('reports why there is no answer', async () => {
    const failing = makeAgent({ model: () => Promise.reject(new Error('the model is down')) });
    await expect(failing.ask('Hello')).rejects.toMatchObject({
      name: 'AgentError',
      code: 'failed',
      message: expect.stringMatching(/the model is down/),
    });
    const endless = makeAgent({
      model: scriptedAgent([CALL, CALL]),
      tools: [getWeather],
      limits: { max_steps: 1 },
    });
    await expect(endless.ask('Hello')).rejects.toMatchObject({ code: 'limit-reached' });
    const aborting = new AbortController();
    const model: AgentFunction = (_, { signal }) => {
      aborting.abort(new Error('enough'));
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    };
    await expect(makeAgent({ model }).ask('Hello', { signal: aborting.signal })).rejects.toThrow(
      /enough/,
    );
  });

  it('runs the tasks of the program where it is served', async () => {
    const agent = makeAgent({ tools: [getWeather] });
    const serving = await agent.start({ port: 0, database: ':memory:' });
    try {
      const { taskId } = await agent.ask('Rain in Oslo?');
      expect((await serving.runner.get(taskId))?.end?.state).toBe('completed');
    } finally {
      await serving.close(0);
    }
  });
});

describe('a mistake in the options of an agent', () => {
  const model = scriptedAgent([]);
  const environment = new Environment({ environmentId: 'e' });
  it.each<[object, RegExp]>([
    [{ model }, /needs an agentId, such as "weather"/],
    [{ agentId: 'my agent/x', model }, /agentId "my agent\/x" cannot be part of an address/],
    [{ agentId: 'a' }, /agent a needs a model: "provider\/model", such as "openai\/gpt-5-mini"/],
    [{ agentId: 'a', model: 7 }, /agent a needs a model/],
    [{ agentId: 'a', model: 'foo/bar' }, /unknown provider "foo"/],
    [{ agentId: 'a', model, prompt: 'x' }, /no option "prompt": did you mean "instructions"\?/],
    [{ agentId: 'a', model, systemPrompt: 'x' }, /did you mean "instructions"\?/],
    [{ agentId: 'a', model, instrutcions: 'x' }, /did you mean "instructions"\?/],
    [{ id: 'a', model }, /no option "id": did you mean "agentId"\?/],
    [{ agentId: 'a', model, maxSteps: 5 }, /did you mean limits: \{ max_steps \}\?/],
    [{ agentId: 'a', model, zebra: 1 }, /no option "zebra": known options are agentId, name/],
    [{ agentId: 'a', model, tools: {}, environment }, /give tools or environment, not both/],
    [{ agentId: 'a', model, instructions: '', environment }, /its own systemPrompt/],
    [{ agentId: 'a', model, tools: [{ execute: () => 1 }] }, /has a tool without a name/],
    [
      { agentId: 'a', model, tools: { 'my tool!': () => 1 } },
      /"my tool!" is not a valid tool name/,
    ],
    [
      { agentId: 'a', model, tools: { t: { input: z.string(), execute: () => 1 } } },
      /must describe an object/,
    ],
    [{ agentId: 'a', model, tools: { t: { run: () => 1 } } }, /tool t has no function/],
    [{ agentId: 'a', model, tools: [getWeather, getWeather] }, /two tools are named get_weather/],
  ])('is named at construction: %o', (options, message) => {
    // @ts-expect-error the compiler refuses these as well
    expect(() => new Agent(options)).toThrow(message);
  });
});

describe('a mistake in the options of a tool', () => {
  const execute = (): string => '';
  it.each<[object, RegExp]>([
    [{ id: 'x', execute }, /tool\(\) has no option "id": did you mean "name"\?/],
    [{ name: 'x', handler: execute }, /tool x has no option "handler": did you mean "execute"\?/],
    [{ name: 'x', outputSchema: z.string(), execute }, /did you mean "output"\?/],
    [{ name: 'x', desciption: '', execute }, /did you mean "description"\?/],
    [{ name: 'x' }, /tool x needs execute/],
    [{ name: 'x', replay: 'always', execute }, /one of "safe", "key", "probe", "never"/],
    [{ name: 'x', needsApproval: execute, execute }, /neither true nor false/],
    [{ name: 'x', input: z.object({}), parameters: z.object({}), execute }, /several schemas/],
  ])('is named by tool(): %o', (options, message) => {
    // @ts-expect-error the compiler refuses these as well
    expect(() => tool(options)).toThrow(message);
  });

  it.each(['input', 'inputSchema', 'parameters'] as const)(
    'is none in the schema as %s, whose types the function receives',
    async (spelling) => {
      const schema = z.object({ city: z.string() });
      const named =
        spelling === 'input'
          ? tool({ input: schema, execute: ({ city }) => city.toUpperCase() })
          : spelling === 'inputSchema'
            ? tool({ inputSchema: schema, execute: ({ city }) => city.toUpperCase() })
            : tool({ parameters: schema, execute: ({ city }) => city.toUpperCase() });
      const model = scriptedAgent([CALL, 'Done.']);
      const answer = await makeAgent({ model, tools: { get_weather: named } }).ask('Go');
      expect(answer.text).toBe('Done.');
      expect(
        await new Environment({ environmentId: 'e' })
          .tool('t', named)
          .listTools(AbortSignal.timeout(1000)),
      ).toMatchObject([
        { function: { parameters: { properties: { city: { type: 'string' } } } } },
        {},
      ]);
    },
  );
});

it('has the question tool as any other one', () => {
  expect(() => makeAgent({ tools: { ask_user: askUser } })).not.toThrow();
});
