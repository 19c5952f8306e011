import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { HOPS_META, type JsonObject } from '#core';
import type { ToolContext } from '#engine/port';
import type { ToolCallContext } from './calls/tool-context.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { createLocalEnvironment } from './local-environment.ts';

const { signal } = new AbortController();

function contextWith(metadata: JsonObject = {}): ToolContext {
  const task = { id: 'task', contextId: 'context', agent: 'agent', metadata };
  return { key: 'task:1:call', attempt: 2, task, signal };
}

function callIn(change: Partial<EnvironmentDefinition>, name: string, args = {}, metadata = {}) {
  const environment = createLocalEnvironment({ name: 'test', version: '1.0.0', ...change });
  return environment.callTool({ id: 'call', name, arguments: args }, contextWith(metadata));
}

const weather: NonNullable<EnvironmentDefinition['tools']>[number] = {
  name: 'weather',
  description: 'Tells the weather',
  input: z.object({ city: z.string() }),
  output: z.object({ sky: z.string() }),
  annotations: { readOnlyHint: true },
  execute: ({ city }: { readonly city: string }) => ({ sky: city === 'Oakland' ? 'clear' : 404 }),
};

describe('createLocalEnvironment', () => {
  it('lets a tool wait for another task of the runner', async () => {
    const waiting = {
      name: 'waiting',
      execute: (_args: object, { awaited: [first], waitFor }: ToolCallContext) =>
        first ? first.state : waitFor('t2'),
    };
    const result = await callIn({ tools: [waiting] }, 'waiting');
    expect(result.awaits).toEqual({ task_id: 't2' });
    const environment = createLocalEnvironment({
      name: 'test',
      version: '1.0.0',
      tools: [waiting],
    });
    const awaited = [{ task_id: 't2', state: 'completed', awaits: { task_id: 't2' } }] as const;
    const call = { id: 'call', name: 'waiting', arguments: {} };
    const { content } = await environment.callTool(call, { ...contextWith(), awaited });
    expect(content).toBe('completed');
  });

  it('lists tools as models are shown them', async () => {
    const environment = createLocalEnvironment({
      name: 'test',
      version: '1.0.0',
      tools: [weather],
    });
    expect(await environment.listTools(signal)).toEqual([
      {
        type: 'function',
        replay: 'safe',
        function: {
          name: 'weather',
          description: 'Tells the weather',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
        },
      },
    ]);
  });

  it('calls them', async () => {
    expect(await callIn({ tools: [weather] }, 'weather', { city: 'Oakland' })).toEqual({
      content: '{"sky":"clear"}',
      structured: { sky: 'clear' },
    });
  });

  it('tells the model of wrong arguments', async () => {
    const result = await callIn({ tools: [weather] }, 'weather', { city: 7 });
    expect(result.isError).toBe(true);
    expect(result.content).toMatch(/^invalid arguments for tool weather: city: /);
  });

  it('tells the model of a broken promise, and the result nevertheless', async () => {
    const result = await callIn({ tools: [weather] }, 'weather', { city: 'Ur' });
    expect(result).toEqual({
      content: expect.stringMatching(
        /^\{"sky":.*\}\n\[tool weather has run, but its result does not match its schema: sky: /,
      ),
    });
  });

  it('tells the model of unknown tools and of tools that throw', async () => {
    const tools = [
      {
        name: 'broken',
        execute() {
          throw new Error('out of order');
        },
      },
    ];
    expect(await callIn({ tools }, 'broken')).toEqual({
      content: 'out of order',
      isError: true,
      thrown: new Error('out of order'),
    });
    expect(await callIn({ tools }, 'none')).toEqual({
      content: 'there is no tool none: there are broken',
      isError: true,
    });
  });

  it('hands the context on', async () => {
    const tools: EnvironmentDefinition['tools'] = [
      {
        name: 'show',
        async execute(_args, { progress, log, mcp, task, ask, waitFor, give, ...rest }) {
          await progress(1);
          await log('info', 'line');
          return {
            ...rest,
            signal: rest.signal === signal,
            mcp: mcp === undefined,
            desk: [typeof ask, typeof waitFor, typeof give],
            task: task?.id,
          };
        },
      },
    ];
    const metadata = { [HOPS_META]: 2, traceparent: '00-a-b-01' };
    expect((await callIn({ tools }, 'show', {}, metadata)).structured).toEqual({
      key: 'task:1:call',
      attempt: 2,
      approved: false,
      asks: true,
      outlives: false,
      answers: [],
      awaited: [],
      emit: undefined,
      receivesProgress: false,
      desk: ['function', 'function', 'function'],
      hops: 2,
      traceparent: '00-a-b-01',
      signal: true,
      mcp: true,
      task: 'task',
    });
  });

  it('asks a tool what became of a call, with arguments that fit', async () => {
    const probe = ({ city }: JsonObject, { key }: ToolContext) => ({
      content: JSON.stringify([city, key]),
    });
    const environment = createLocalEnvironment({
      name: 'test',
      version: '1.0.0',
      tools: [{ ...weather, replay: 'probe', probe }],
    });
    const probed = (name: string, args: JsonObject) =>
      environment.probeTool?.({ id: 'call', name, arguments: args }, contextWith());
    expect(await probed('weather', { city: 'Ur' })).toEqual({
      content: '["Ur","task:1:call"]',
    });
    expect(await probed('weather', { city: 7 })).toBe('unknown');
    expect(await probed('none', {})).toBe('unknown');
  });

  it('says that nobody is there to ask', async () => {
    const tools = [{ name: 'ask', execute: () => inputRequired({ requestState: 'a' }) }];
    expect(await callIn({ tools }, 'ask')).toMatchObject({
      isError: true,
      content: expect.stringMatching(/asks its caller for input/),
    });
    expect(await callIn({ tools, humanInLoop: true }, 'ask')).toMatchObject({
      isError: true,
      content: expect.stringMatching(/needs a person's approval and no person can be asked/),
    });
    expect(
      await callIn({ tools: [weather], humanInLoop: true }, 'weather', { city: 'Oakland' }),
    ).not.toHaveProperty('isError');
  });

  it.each<{
    readonly given: Pick<EnvironmentDefinition, 'systemPrompt'>;
    readonly prompt: string;
  }>([
    { given: {}, prompt: 'You are Ann.' },
    { given: { systemPrompt: 'Be brief.' }, prompt: 'Be brief.' },
    { given: { systemPrompt: (name) => `${name} is brief.` }, prompt: 'Ann is brief.' },
  ])('gives the system prompt: $prompt', async ({ given, prompt }) => {
    const environment = createLocalEnvironment({ name: 'test', version: '1.0.0', ...given });
    expect(await environment.systemPrompt?.('Ann', signal)).toBe(prompt);
  });
});
