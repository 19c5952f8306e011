import { expect, it } from 'vitest';
import {
  listConsentChoices,
  parseApproval,
  type ApprovalDecision,
  type Consent,
  type JsonObject,
  type Task,
  type ToolSchema,
} from '#core';
import type { AgentFn, Backend, ToolEnvironment } from '#engine/port';
import { openMemory } from '../memory/open-memory.ts';
import { saying, served } from '../sqlite/store.fixture.ts';

const NEVER = new AbortController().signal;

const TOOL: ToolSchema = {
  type: 'function',
  needsApproval: true,
  facts: { server: 'files', launch: 'npx files@1', title: 'Read', hints: { readOnlyHint: true } },
  function: { name: 'read', description: 'Reads a file', parameters: { type: 'object' } },
};
const { facts: FACTS, function: CALLED } = TOOL;

/** Each part of a definition, changed, and what a person must read of it. */
const CHANGES: readonly (readonly [part: string, tool: ToolSchema, told: string])[] = [
  [
    'server',
    { ...TOOL, facts: { ...FACTS, server: 'evil' } },
    'its server: was "files", is "evil"',
  ],
  ['launch', { ...TOOL, facts: { ...FACTS, launch: 'npx files@2' } }, 'is "npx files@2"'],
  ['title', { ...TOOL, facts: { ...FACTS, title: 'Write' } }, 'its title: was "Read", is "Write"'],
  ['hints', { ...TOOL, facts: { ...FACTS, hints: {} } }, '"readOnlyHint": was true, is absent'],
  ['output', { ...TOOL, facts: { ...FACTS, output: {} } }, 'its result: was absent, is {}'],
  [
    'description',
    { ...TOOL, function: { ...CALLED, description: 'Reads a file\u{e0041}' } },
    String.raw`is "Reads a file\udb40\udc41"`,
  ],
  [
    'schema',
    { ...TOOL, function: { ...CALLED, parameters: { type: 'object', required: ['x'] } } },
    'its arguments, "required": was absent, is ["x"]',
  ],
];

interface AskedAgent {
  readonly backend: Backend;
  readonly calls: JsonObject[];
  tool: ToolSchema | undefined;
  name: string;
  args: JsonObject;
}

/** An agent that calls the tool once for each message, and a server that may change at any time. */
function open(): AskedAgent {
  const agent: AgentFn = (messages) => {
    if (messages.at(-1)?.role === 'tool')
      return { role: 'assistant', content: 'done', expects_reply: true };
    const call = { name: place.name, arguments: JSON.stringify(place.args) };
    const id = `c${messages.length}`;
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: call }],
    };
  };
  const environment: ToolEnvironment = {
    listTools: () => (place.tool ? [place.tool] : []),
    callTool(call) {
      place.calls.push(call.arguments);
      return { content: 'read' };
    },
  };
  const backend = openMemory({ agents: [{ ...served(agent), environment: () => environment }] });
  const place: AskedAgent = { backend, calls: [], tool: TOOL, name: 'read', args: { path: '/a' } };
  return place;
}

async function say({ backend: { runner } }: AskedAgent, text: string, task?: Task): Promise<Task> {
  const { id } = await runner.submit({
    ...saying(text),
    messageId: text,
    ...(task && { taskId: task.id }),
  });
  return runner.waitUntilSettled(id, NEVER);
}

async function answer(
  { backend: { runner } }: AskedAgent,
  task: Task,
  decision: Partial<ApprovalDecision> = {},
): Promise<Task> {
  const callId = task.calls[0]?.call.id ?? '';
  const { agent, principal } = saying('');
  const approvals = [{ callId, approved: true, ...decision }];
  await runner.submit({
    agent,
    principal,
    taskId: task.id,
    messageId: `${callId}:${Math.random()}`,
    approvals,
  });
  return runner.waitUntilSettled(task.id, NEVER);
}

/** The reason of the open question. Undefined if nobody is asked. */
function asked({ calls: [call] }: Task): string | undefined {
  return call?.approval === 'requested' ? (call.judged?.reason ?? 'asked') : undefined;
}

it.each(CHANGES)(
  'a %s that changes before a yes is used is asked about again',
  async (_part, tool, told) => {
    const place = open();
    const question = await say(place, 'go');
    expect(asked(question)).toBe('asked');
    place.tool = tool;
    const again = await answer(place, question);
    expect(asked(again)).toContain(told);
    expect(place.calls).toEqual([]);
    const old = question.calls[0]?.judged?.tool?.call ?? '';
    await expect(answer(place, again, { digest: old })).rejects.toThrow('read the question again');
    const digest = again.calls[0]?.judged?.tool?.call ?? '';
    expect(asked(await answer(place, again, { digest }))).toBeUndefined();
    expect(place.calls).toEqual([{ path: '/a' }]);
  },
);

it.each(CHANGES)(
  'a %s that changes after a yes for the session is asked about',
  async (_part, tool, told) => {
    const place = open();
    const first = await answer(place, await say(place, 'go'), { scope: 'session' });
    const second = await say(place, 'again', first);
    expect(asked(second)).toBeUndefined();
    place.tool = tool;
    const third = await say(place, 'more', second);
    expect(asked(third)).toContain(told);
    expect(place.calls).toHaveLength(2);
    // The consent is still for the former definition.
    place.tool = TOOL;
    expect(asked(await answer(place, third, { approved: false }))).toBeUndefined();
    expect(asked(await say(place, 'as before', third))).toBeUndefined();
  },
);

it.each(CHANGES)(
  'a %s that changes after a yes for always is asked about',
  async (_part, tool, told) => {
    const place = open();
    const consents: Consent[] = [];
    place.backend.hooks?.attach({ listConsents: async () => consents });
    const first = await answer(place, await say(place, 'go'), { scope: 'always' });
    consents.push(...(first.consents ?? []));
    expect(asked(await say(place, 'other task'))).toBeUndefined();
    place.tool = tool;
    expect(asked(await say(place, 'third task'))).toContain(told);
  },
);

it('tells the change since a yes to one call, which covers no other call', async () => {
  const place = open();
  const first = await answer(place, await say(place, 'go'));
  const second = await say(place, 'again', first);
  expect(asked(second)).toBe('asked');
  const done = await answer(place, second);
  place.tool = CHANGES[0]?.[1];
  expect(asked(await say(place, 'more', done))).toContain('its server: was "files"');
});

it('a tool that is renamed, and else the same, is told as such', async () => {
  const place = open();
  const first = await answer(place, await say(place, 'go'), { scope: 'session' });
  place.tool = { ...TOOL, function: { ...CALLED, name: 'read_file' } };
  place.name = 'read_file';
  expect(asked(await say(place, 'more', first))).toContain('its name: was "read", is "read_file"');
});

it('a tool that vanished and came back as it was asks nothing, and otherwise asks', async () => {
  const place = open();
  const first = await answer(place, await say(place, 'go'), { scope: 'session' });
  place.tool = undefined;
  const second = await say(place, 'gone', first);
  expect(asked(second)).toBeUndefined();
  place.tool = TOOL;
  const third = await say(place, 'back', second);
  expect(asked(third)).toBeUndefined();
  place.tool = undefined;
  const fourth = await say(place, 'gone again', third);
  place.tool = CHANGES[1]?.[1];
  expect(asked(await say(place, 'rewritten', fourth))).toContain('is "npx files@2"');
});

it.each<[ApprovalDecision['covers'], JsonObject, boolean]>([
  [undefined, { path: '/b' }, true],
  ['tool', { path: '/b' }, true],
  ['arguments', { path: '/b' }, false],
  ['arguments', { path: '/a' }, true],
  [{ rule: 'read:path=/a/**' }, { path: '/a/b' }, true],
  [{ rule: 'read:path=/a/**' }, { path: '/a/../b' }, false],
  [{ rule: 'other' }, { path: '/a' }, false],
])('a yes that covers %j covers %j: %s', async (covers, args, isCovered) => {
  const place = open();
  const first = await answer(place, await say(place, 'go'), {
    scope: 'session',
    ...(covers && { covers }),
  });
  place.args = args;
  expect(asked(await say(place, 'again', first))).toBe(isCovered ? undefined : 'asked');
});

it('what says that it destroys is asked about each time', async () => {
  const place = open();
  place.tool = { ...TOOL, facts: { ...FACTS, hints: { destructiveHint: true } } };
  const first = await answer(place, await say(place, 'go'), { scope: 'always' });
  expect(asked(await say(place, 'again', first))).toBe('asked');
});

it('a consent ends when it is over', async () => {
  const place = open();
  const first = await answer(place, await say(place, 'go'), { scope: 'session', until: 1 });
  expect(asked(await say(place, 'again', first))).toBe('asked');
});

it('a store that fails holds no consents', async () => {
  const place = open();
  place.backend.hooks?.attach({ listConsents: () => Promise.reject(new Error('broken')) });
  expect(asked(await say(place, 'go'))).toBe('asked');
});

it('sends the bytes that were shown, once', async () => {
  const place = open();
  place.args = { path: '/a', deep: { b: [1, 2] } };
  const question = await say(place, 'go');
  const text = question.calls[0]?.call.function.arguments ?? '';
  place.args = { path: '/other' };
  const done = await answer(place, question);
  expect(place.calls.map((args) => JSON.stringify(args))).toEqual([text]);
  await expect(answer(place, { ...question, id: done.id })).rejects.toThrow(
    /not waiting|no open call/,
  );
  expect(parseApproval({ role: 'user', content: 'yes' })).toBe(true);
  expect(place.calls).toHaveLength(1);
});

it('a suggested pattern covers the call for which it is suggested', async () => {
  const place = open();
  place.args = { path: '/srv/data/a.txt' };
  const question = await say(place, 'go');
  const [call] = question.calls;
  const { name = '', arguments: text = '' } = call?.call.function ?? {};
  const choice = listConsentChoices({ name, arguments: text, tool: call?.judged?.tool }).find(
    ({ id }) => id === 'pattern',
  );
  const first = await answer(place, question, {
    scope: 'session',
    ...(choice && { covers: choice.covers }),
  });
  const second = await say(place, 'again', first);
  expect([choice?.covers, asked(second)]).toEqual([{ rule: 'read:path=/srv/data/*' }, undefined]);
  place.args = { path: '/srv/secret' };
  expect(asked(await say(place, 'elsewhere', second))).toBe('asked');
});
