import { describe, expect, it } from 'vitest';
import { createToolPin, type PinnedTools } from '#agents/folder';
import { isSettled, type Task, type ToolSchema } from '#core';
import { createAskedStage, type AskedStage } from './asked.fixture.ts';
import { OWN_CONVERSATIONS } from './own-conversations.fixture.ts';
import { SURFACES } from './asking-surfaces.fixture.ts';

const TOOL: ToolSchema = {
  type: 'function',
  needsApproval: true,
  facts: { server: 'files', launch: 'npx files@1', hints: { readOnlyHint: true } },
  function: { name: 'read', description: 'Reads a file', parameters: { type: 'object' } },
};
const { facts: FACTS, function: CALLED } = TOOL;

/** Each part of a definition, changed, and what a person must read of it. */
const CHANGES: readonly (readonly [part: string, tool: ToolSchema, change: string])[] = [
  ['name', { ...TOOL, function: { ...CALLED, name: 'read_file' } }, 'its name: was "read"'],
  [
    'description',
    { ...TOOL, function: { ...CALLED, description: 'Reads\u{202e}' } },
    String.raw`is "Reads\u202e"`,
  ],
  [
    'schema',
    { ...TOOL, function: { ...CALLED, parameters: { type: 'object', required: ['x'] } } },
    'its arguments, "required": was absent, is ["x"]',
  ],
  ['result', { ...TOOL, facts: { ...FACTS, output: {} } }, 'its result: was absent, is {}'],
  ['title', { ...TOOL, facts: { ...FACTS, title: 'Write' } }, 'its title: was absent'],
  ['hints', { ...TOOL, facts: { ...FACTS, hints: {} } }, '"readOnlyHint": was true, is absent'],
  [
    'launch command',
    { ...TOOL, facts: { ...FACTS, launch: 'npx files@2' } },
    'was "npx files@1", is "npx files@2"',
  ],
  [
    'address',
    { ...TOOL, facts: { ...FACTS, launch: 'https://evil.test/mcp' } },
    'is "https://evil.test/mcp"',
  ],
  ['server', { ...TOOL, facts: { ...FACTS, server: 'evil' } }, 'was "files", is "evil"'],
];

function open(pins?: PinnedTools): Promise<AskedStage> {
  const called = { tool: TOOL, name: 'read', arguments: '{"path":"/a"}' };
  return createAskedStage({ ...called, ...(pins && { pins }) });
}

const PINS: PinnedTools = new Map([['read', createToolPin(TOOL, '/project')]]);

/** What a person must read if a folder has pinned the tool as it was. */
const PINNED = CHANGES.map(
  ([part, tool, told]) => [part, tool, part === 'name' ? 'read_file is not pinned' : told] as const,
);

function change({ called }: AskedStage, tool: ToolSchema): void {
  called.tool = tool;
  called.name = tool.function.name;
}

/** Waits until a task asks again, or has ended. */
async function settle(
  { backend: { runner } }: AskedStage,
  { id, generation }: Task,
): Promise<Task> {
  const read = async () => (await runner.get(id)) as Task;
  const isDone = async () => {
    const now = await read();
    return now.generation > generation && isSettled(now);
  };
  await expect.poll(isDone, { interval: 2 }).toBe(true);
  return read();
}

const ROWS = Object.entries(SURFACES).flatMap(([name, surface]) =>
  surface.choices.map((choice) => [name, choice, surface] as const),
);

describe.each(ROWS)('in the %s, a yes for %s', (_surface, choice, { read, approve }) => {
  // A tool that is gone before a yes is used is not called.
  const changes = CHANGES.filter(([part]) => choice !== 'once' || part !== 'name');

  it.each(changes)('covers no call with another %s', async (_part, tool, told) => {
    const stage = await open();
    const first = await stage.say('go');
    expect(await read(stage, first)).not.toContain(told);
    if (choice === 'once') change(stage, tool);
    await approve(stage, first, choice);
    const after = await settle(stage, first);
    change(stage, tool);
    const asked = choice === 'once' ? after : await stage.say('again');
    expect(asked.state).toBe('input-required');
    expect(await read(stage, asked)).toContain(told);
    const before = stage.made.length;
    await approve(stage, asked, 'once');
    expect(await settle(stage, asked)).toMatchObject({ state: 'completed' });
    expect(stage.made).toHaveLength(before + 1);
  });
});

it.each(ROWS.filter(([, choice]) => choice !== 'once'))(
  'in the %s, a yes for %s covers the tool that was shown',
  async (_surface, choice, { approve }) => {
    const stage = await open();
    const first = await stage.say('go');
    await approve(stage, first, choice);
    await settle(stage, first);
    expect(await stage.say('again')).toMatchObject({ state: 'completed' });
    expect(stage.made).toHaveLength(2);
  },
);

const OWN_ROWS = Object.entries(OWN_CONVERSATIONS).flatMap(([name, { begin, scopes }]) =>
  scopes.map((scope) => [name, scope, begin] as const),
);

describe.each(OWN_ROWS)('over %s, a yes for %s', (_protocol, scope, begin) => {
  const changes = CHANGES.filter(([part]) => scope !== 'once' || part !== 'name');
  const decision = scope === 'once' ? {} : { scope, covers: 'tool' };

  it.each(changes)('covers no call with another %s', async (_part, tool, told) => {
    const stage = await open();
    const first = await begin(stage, 'thread');
    expect(first.text).not.toContain(told);
    if (scope === 'once') change(stage, tool);
    const after = await first.approve(decision);
    change(stage, tool);
    const asked = scope === 'once' ? after : await after.say();
    expect(asked.text).toContain(told);
    const before = stage.made.length;
    expect((await asked.approve()).text).toContain('done');
    expect(stage.made).toHaveLength(before + 1);
  });
});

it.each(OWN_ROWS.filter(([, scope]) => scope !== 'once'))(
  'over %s, a yes for %s covers the tool that was shown',
  async (_protocol, scope, begin) => {
    const stage = await open();
    const first = await begin(stage, 'thread');
    const after = await first.approve({ scope, covers: 'tool' });
    expect((await after.say()).text).toContain('done');
    expect(stage.made).toHaveLength(2);
  },
);

describe.each(Object.entries(SURFACES))(
  'in the %s, a folder that allows a pinned tool',
  (_surface, { read, approve }) => {
    it.each(PINNED)('allows no call with another %s', async (_part, tool, told) => {
      const stage = await open(PINS);
      expect(await stage.say('go')).toMatchObject({ state: 'completed' });
      change(stage, tool);
      const asked = await stage.say('again');
      expect(asked.state).toBe('input-required');
      expect(await read(stage, asked)).toContain(told);
      expect(stage.made).toHaveLength(1);
      await approve(stage, asked, 'once');
      expect(await settle(stage, asked)).toMatchObject({ state: 'completed' });
      expect(stage.made).toHaveLength(2);
    });
  },
);

describe.each(Object.entries(OWN_CONVERSATIONS))(
  'over %s, a folder that allows a pinned tool',
  (_protocol, { begin }) => {
    it.each(PINNED)('allows no call with another %s', async (_part, tool, told) => {
      const stage = await open(PINS);
      const first = await begin(stage, 'thread');
      expect(first.text).toContain('done');
      change(stage, tool);
      const asked = await first.say();
      expect(asked.text).toContain(told);
      expect((await asked.approve()).text).toContain('done');
      expect(stage.made).toHaveLength(2);
    });
  },
);
