import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { JsonValue } from '#core';
import { tool } from '#engine/tools';
import { scriptedAgent } from '#agents/model';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const weather = z.object({ city: z.string(), rain: z.boolean() });
const GOOD = '{"city":"Oslo","rain":true}';
const DATA = { city: 'Oslo', rain: true };
const CALL = { call: { tool: 'look', arguments: {} } };

const look = tool({ name: 'look', execute: () => 'rain' });

describe('an agent with an output schema', () => {
  it('returns the answer as data of the schema', async () => {
    const agent = new Agent({
      agentId: 'weather',
      model: scriptedAgent([CALL, GOOD]),
      tools: [look],
      output: weather,
    });
    open.push(agent);
    const { output, text } = await agent.ask('Rain in Oslo?');
    expectTypeOf(output).toEqualTypeOf<{ city: string; rain: boolean }>();
    expect([output, text]).toEqual([DATA, GOOD]);
  });

  it('returns it from streams and conversations', async () => {
    const agent = new Agent({
      agentId: 'weather',
      model: scriptedAgent(['It rains.', GOOD]),
      output: weather,
    });
    open.push(agent);
    const stream = agent.stream('Rain in Oslo?');
    let text = '';
    for await (const piece of stream.text) text += piece;
    expect(JSON.parse(text)).toEqual(DATA);
    const answer = await stream.answer();
    expectTypeOf(answer.output).toEqualTypeOf<{ city: string; rain: boolean }>();
    expect(answer.output).toEqual(DATA);
    const { output } = await agent.conversation().ask('Rain in Oslo?');
    expectTypeOf(output).toEqualTypeOf<{ city: string; rain: boolean }>();
    expect(output).toEqual(DATA);
  });

  it('takes a JSON Schema', async () => {
    const agent = new Agent({
      agentId: 'weather',
      model: () => '{"city":"Oslo"}',
      output: { type: 'object', required: ['city'] },
    });
    open.push(agent);
    const { output } = await agent.ask('Where?');
    expectTypeOf(output).toEqualTypeOf<JsonValue>();
    expect(output).toEqual({ city: 'Oslo' });
  });

  it('reports an answer that does not match after two corrections', async () => {
    const agent = new Agent({ agentId: 'weather', model: () => 'It rains.', output: weather });
    open.push(agent);
    await expect(agent.ask('Rain?')).rejects.toMatchObject({
      name: 'AgentError',
      code: 'output-mismatch',
      message: expect.stringMatching(/does not match the output schema.*is not JSON/) as string,
    });
  });

  it('has no output while its question is open', async () => {
    const asking = { role: 'assistant', content: 'Which Oslo?', expects_reply: true } as const;
    const agent = new Agent({ agentId: 'weather', model: () => asking, output: weather });
    open.push(agent);
    const answer = await agent.ask('Rain?');
    expect([answer.question?.text, answer.output]).toEqual(['Which Oslo?', undefined]);
  });

  it('lists JSON among the media types of its card, unless the card lists others', () => {
    const options = { agentId: 'weather', model: () => GOOD, output: weather } as const;
    expect(new Agent(options).description.outputModes).toEqual(['application/json', 'text/plain']);
    const card = { outputModes: ['application/json'] };
    expect(new Agent({ ...options, card }).description.outputModes).toEqual(card.outputModes);
  });
});

describe('an agent without an output schema', () => {
  it('has answers without output', async () => {
    const agent = new Agent({ agentId: 'weather', model: () => 'It rains.' });
    open.push(agent);
    const answer = await agent.ask('Rain?');
    expectTypeOf(answer).not.toHaveProperty('output');
    expect(answer).not.toHaveProperty('output');
    const typed = new Agent({ agentId: 'weather', model: () => GOOD, output: weather });
    const agents: readonly Agent[] = [agent, typed];
    expect(agents.map(({ description }) => description.outputModes?.length)).toEqual([
      undefined,
      2,
    ]);
  });

  it('may come from options that may have a schema', async () => {
    const options: AgentOptions = { agentId: 'weather', model: () => GOOD, output: weather };
    const agent = new Agent(options);
    open.push(agent);
    const answer = await agent.ask('Rain?');
    expectTypeOf(answer).not.toHaveProperty('output');
    expect(answer).toMatchObject({ output: DATA });
  });
});

describe('the option output', () => {
  it.each(['outputType', 'response_format', 'structuredOutput', 'experimental_output'])(
    'is suggested instead of %s',
    (name) => {
      const options = { agentId: 'a', model: () => GOOD, [name]: weather };
      expect(() => new Agent(options)).toThrow(/output/);
    },
  );

  it.each([['text'], [[]], [null], [true]])('refuses %j', (output) => {
    const options = { agentId: 'a', model: () => GOOD, output } as unknown as AgentOptions;
    expect(() => new Agent(options)).toThrow(/has an output that is not a schema/);
  });
});
