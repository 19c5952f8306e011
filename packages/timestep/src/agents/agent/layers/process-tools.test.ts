import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { tool, type ToolSet } from '#engine/tools';
import { agentBuiltinEcho } from '#agents/model';
import type { ToolContext } from '#engine/port';
import { createTestFolder } from '../folder.fixture.ts';
import { loadAgentFolder } from '../load-agent.ts';

const booked: string[] = [];
const tools: ToolSet = {
  sky: tool({ input: z.object({ city: z.string() }), execute: ({ city }) => `${city}: clear` }),
  book: tool({
    input: z.object({ city: z.string() }),
    needsApproval: true,
    replay: 'probe',
    execute: ({ city }) => booked.push(city),
    probe: ({ city }) => ({ content: `${city} was booked` }),
  }),
};

function opened(settings: object = {}, metadata: object = {}) {
  const path = createTestFolder({
    'tsagent.json': {
      metadata: { name: 'x', ...metadata },
      settings: { askUser: false, ...settings },
    },
  });
  const definition = loadAgentFolder(path, { model: agentBuiltinEcho, tools });
  onTestFinished(() => definition.close());
  return definition.environments.default;
}

const context: ToolContext = { key: 'k', attempt: 1, signal: new AbortController().signal };
const calling = (name: string, city: unknown) => ({
  id: 'c',
  name,
  arguments: { city: city as string },
});

async function offered(settings: object, metadata: object): Promise<unknown> {
  const listed = await opened(settings, metadata).listTools(context.signal);
  return listed.map((one) => [one.function.name, one.needsApproval ?? false]);
}

it('gives an agent of a folder typed tools of the program', async () => {
  const environment = opened({ toolPermission: 'tool' });
  expect(await environment.callTool(calling('sky', 'Ur'), context)).toEqual({
    content: 'Ur: clear',
  });
  expect(await environment.callTool(calling('sky', 7), context)).toMatchObject({ isError: true });
  expect(await environment.probeTool?.(calling('book', 'Ur'), context)).toEqual({
    content: 'Ur was booked',
  });
  expect(await environment.probeTool?.(calling('none', 'Ur'), context)).toBe('unknown');
  await expect(environment.callTool(calling('none', 'Ur'), context)).rejects.toThrow(
    'unknown_tool:none',
  );
});

it('calls what needs approval once a person has said yes', async () => {
  const environment = opened({ toolPermission: 'always' });
  for (const name of ['sky', 'book']) {
    expect(await environment.callTool(calling(name, 'Ur'), context)).toEqual({
      content: `${name} needs a person's approval`,
      isError: true,
    });
  }
  expect(booked).toEqual([]);
  const approved = { ...context, approved: true };
  expect(await environment.callTool(calling('book', 'Ur'), approved)).toEqual({ content: '1' });
  expect(booked).toEqual(['Ur']);
});

const AUTONOMOUS = { skills: [{ id: 's', name: 's', description: 's', tags: ['s'] }] };

it.each<[object, object, unknown]>([
  [
    { toolPermission: 'tool' },
    {},
    [
      ['sky', false],
      ['book', true],
    ],
  ],
  [
    { toolPermission: 'always' },
    {},
    [
      ['sky', true],
      ['book', true],
    ],
  ],
  [
    { toolPermission: 'never' },
    {},
    [
      ['sky', false],
      ['book', true],
    ],
  ],
  [{ toolPermission: 'tool' }, AUTONOMOUS, [['sky', false]]],
  [{ toolPermission: 'always' }, AUTONOMOUS, []],
])('offers by the permissions of the folder: %j %j', async (settings, metadata, expected) => {
  expect(await offered(settings, metadata)).toEqual(expected);
});

it('names the tools of the program among those that a session may exclude', async () => {
  const choices = await opened({ toolPermission: 'tool' }).listChoices();
  const named = choices.map(({ schema, include }) => [
    schema.function.name,
    schema.needsApproval ?? false,
    include,
  ]);
  expect(named).toEqual([
    ['sky', false, 'always'],
    ['book', true, 'always'],
  ]);
});
