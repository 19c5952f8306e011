import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#core';
import { createClient } from '#agents/calling';
import { scriptedAgent } from '#agents/model';
import { Agent } from '../agent/agent.ts';
import { createCallMessage } from '../agents.fixture.ts';
import { Environment } from '../environment.ts';
import { normalizeRecording, startRecorder, type Recorder } from './recorder.fixture.ts';

/**
 * A question handed from one agent to another, with every A2A payload between client and agents and
 * every request to a model, as the documents lay it out in ten steps. Files beside this one hold
 * them; a change of any is a change of the wire.
 */
const QUESTION = "What's the weather in Oakland?";
const OBSERVED = 'The weather in Oakland is sunny, 72°F';

const closing: { close(graceMs?: number): Promise<void> }[] = [];
const asked: Record<'personal' | 'weather', (readonly Message[])[]> = { personal: [], weather: [] };
let personal: Recorder;
let weather: Recorder;
let names: Map<string, string>;
let answer: string;

function modelOf(name: 'personal' | 'weather', tool: string, args: () => object) {
  return scriptedAgent((messages) => {
    asked[name].push(messages);
    const last = messages.at(-1);
    return last?.role === 'tool' ? last.content : createCallMessage(tool, args());
  });
}

beforeAll(async () => {
  [personal, weather] = await Promise.all([startRecorder(), startRecorder()]);
  names = new Map([
    [personal.url, 'http://personal'],
    [weather.url, 'http://weather'],
  ]);
  const sky = new Environment({
    environmentId: 'weather',
    enableHandoff: false,
    systemPrompt: 'You are a weather assistant...',
  });
  sky.tool('get_weather', {}, () => OBSERVED);
  const home = new Environment({
    environmentId: 'personal',
    systemPrompt: 'You are a personal assistant...',
  });
  const weatherAgent = new Agent({
    agentId: 'weather',
    name: 'Weather Assistant',
    model: modelOf('weather', 'get_weather', () => ({ location: 'Oakland' })),
    environment: sky,
  });
  const personalAgent = new Agent({
    agentId: 'personal',
    name: 'Personal Assistant',
    model: modelOf('personal', 'handoff', () => ({ agent_uri: weather.url, message: QUESTION })),
    environment: home,
  });
  const servings = await Promise.all([
    personalAgent.start({ port: 0, database: ':memory:', publicUrl: personal.url }),
    weatherAgent.start({ port: 0, database: ':memory:', publicUrl: weather.url }),
  ]);
  [personal.target, weather.target] = servings.map(({ port }) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ];
  const client = createClient();
  closing.push(client, ...servings, personal, weather);
  answer = (await client.ask(personal.url, QUESTION)).text;
});
afterAll(async () => {
  await Promise.all(closing.map((open) => open.close(0)));
});

it('answers what the weather assistant answered', () => {
  expect(answer).toBe(OBSERVED);
});

it.each(['personal', 'weather'] as const)('sends and gets what the files say: %s', async (name) => {
  const { calls } = name === 'personal' ? personal : weather;
  expect(calls.map((each) => each.method)).toEqual([
    'SendStreamingMessage',
    'SendStreamingMessage',
  ]);
  const text = `${JSON.stringify(normalizeRecording(calls, names), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`${name}-wire.json`);
});

it.each(['personal', 'weather'] as const)('asks the model exactly this: %s', async (name) => {
  const text = `${JSON.stringify(normalizeRecording(asked[name], names), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`${name}-model.json`);
});
