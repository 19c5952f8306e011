import { describe, expect, it } from 'vitest';
import { isSettled, type Task, type ToolSchema } from '#core';
import { createAskedStage, type AskedStage } from './asked.fixture.ts';
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

function open(): Promise<AskedStage> {
  return createAskedStage({ tool: TOOL, name: 'read', arguments: '{"path":"/a"}' });
}

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
