import type { AgentFn } from '@timestep-ai/timestep';
import { getText, type Message } from '@timestep-ai/timestep/core';
import { expect, it } from 'vitest';
import { pythonReport, staged } from './stage.ts';

const ZONES = ['UTC', 'CET', 'JST'];

function call(name: string, args: object, id: string) {
  const called = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: called }],
  } as const;
}

function since(messages: readonly Message[], role: Message['role']): readonly Message[] {
  return messages.slice(messages.findLastIndex((message) => message.role === role) + 1);
}

/** Calls a tool once and then gives the answer, as smolagents asks its models to. */
const smol: AgentFn = (messages, { tools, emit, key }) => {
  // The instructions show examples of observations.
  const said = messages.filter(({ role }) => role !== 'system').map(getText);
  const seen = said.findLast((text) => text.includes('Observation:'));
  const id = `call_${key.slice(-24)}`;
  if (tools.some((tool) => tool.function.name === 'final_answer')) {
    if (seen === undefined) return call('now', { zone: 'UTC' }, id);
    return call('final_answer', { answer: /noon in \w+/.exec(seen)?.[0] ?? '' }, id);
  }
  const code = seen === undefined ? 'print(now("UTC"))' : 'final_answer(now("CET"))';
  const content = `Thought: I look.\n<code>\n${code}\n</code>`;
  emit({ type: 'text', text: content });
  return { role: 'assistant', content };
};

/** Asks for the time in three zones, one after the other. */
const patient: AgentFn = (messages, { tools, emit, key }) => {
  const results = since(messages, 'user').filter(({ role }) => role === 'tool');
  const zone = ZONES[results.length];
  const name = tools.find((tool) => tool.function.name.endsWith('now'))?.function.name ?? '';
  if (zone !== undefined) return call(name, { zone }, `call_${key.slice(-24)}`);
  const content = results.map(getText).join(', ');
  emit({ type: 'text', text: content });
  return { role: 'assistant', content };
};

it('is the model of smolagents 1.26.0', async () => {
  const { url } = await staged(smol);
  expect(await pythonReport('a2a-1-mcp-1', 'smolagents_1.py', `${url}/v1`)).toEqual({
    ToolCallingAgent: ['noon in UTC', 3],
    'ToolCallingAgent streamed': ['noon in UTC', 3],
    CodeAgent: ['noon in CET', 3],
    'CodeAgent streamed': ['noon in CET', 3],
  });
});

it('is the model of the Responses agent of semantic-kernel 1.45.0, with three tool steps', async () => {
  const { url } = await staged(patient);
  const answer = 'noon in UTC, noon in CET, noon in JST';
  expect(await pythonReport('a2a-1-mcp-1', 'semantic_kernel_1.py', `${url}/v1`)).toEqual({
    first: answer,
    second: answer,
    streamed: answer,
    asked: [...ZONES, ...ZONES, ...ZONES],
  });
});
