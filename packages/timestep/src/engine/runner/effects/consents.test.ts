import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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
import { withSessions } from '../runner-with-sessions.ts';
import { listAllConsents, STANDING_CONSENTS_ID } from '../standing-consents.ts';
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

interface Stage {
  readonly backend: Backend;
  readonly calls: JsonObject[];
  tool: ToolSchema | undefined;
  name: string;
  args: JsonObject;
}

/** An agent that calls the tool once for each message, and a server that may change at any time. */
function open(): Stage {
  const agent: AgentFn = (messages) => {
    if (messages.at(-1)?.role === 'tool')
      return { role: 'assistant', content: 'done', expects_reply: true };
    const call = { name: stage.name, arguments: JSON.stringify(stage.args) };
    const id = `c${messages.length}`;
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: call }],
    };
  };
  const environment: ToolEnvironment = {
    listTools: () => (stage.tool ? [stage.tool] : []),
    callTool(call) {
      stage.calls.push(call.arguments);
      return { content: 'read' };
    },
  };
  const backend = openMemory({ agents: [{ ...served(agent), environment: () => environment }] });
  const stage: Stage = { backend, calls: [], tool: TOOL, name: 'read', args: { path: '/a' } };
  return stage;
}

async function say({ backend: { runner } }: Stage, text: string, task?: Task): Promise<Task> {
  const { id } = await runner.submit({
    ...saying(text),
    messageId: text,
    ...(task && { taskId: task.id }),
  });
  return runner.waitUntilSettled(id, NEVER);
}

async function answer(
  { backend: { runner } }: Stage,
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
    const stage = open();
    const question = await say(stage, 'go');
    expect(asked(question)).toBe('asked');
    stage.tool = tool;
    const again = await answer(stage, question);
    expect(asked(again)).toContain(told);
    expect(stage.calls).toEqual([]);
    const old = question.calls[0]?.judged?.tool?.call ?? '';
    await expect(answer(stage, again, { digest: old })).rejects.toThrow('read the question again');
    const digest = again.calls[0]?.judged?.tool?.call ?? '';
    expect(asked(await answer(stage, again, { digest }))).toBeUndefined();
    expect(stage.calls).toEqual([{ path: '/a' }]);
  },
);

it.each(CHANGES)(
  'a %s that changes after a yes for the session is asked about',
  async (_part, tool, told) => {
    const stage = open();
    const first = await answer(stage, await say(stage, 'go'), { scope: 'session' });
    const second = await say(stage, 'again', first);
    expect(asked(second)).toBeUndefined();
    stage.tool = tool;
    const third = await say(stage, 'more', second);
    expect(asked(third)).toContain(told);
    expect(stage.calls).toHaveLength(2);
    // The consent is still for the former definition.
    stage.tool = TOOL;
    expect(asked(await answer(stage, third, { approved: false }))).toBeUndefined();
    expect(asked(await say(stage, 'as before', third))).toBeUndefined();
  },
);

it.each(CHANGES)(
  'a %s that changes after a yes for always is asked about',
  async (_part, tool, told) => {
    const stage = open();
    const consents: Consent[] = [];
    stage.backend.hooks?.attach({ listConsents: async () => consents });
    const first = await answer(stage, await say(stage, 'go'), { scope: 'always' });
    consents.push(...(first.consents ?? []));
    expect(asked(await say(stage, 'other task'))).toBeUndefined();
    stage.tool = tool;
    expect(asked(await say(stage, 'third task'))).toContain(told);
  },
);

it('tells the change since a yes to one call, which covers no other call', async () => {
  const stage = open();
  const first = await answer(stage, await say(stage, 'go'));
  const second = await say(stage, 'again', first);
  expect(asked(second)).toBe('asked');
  const done = await answer(stage, second);
  stage.tool = CHANGES[0]?.[1];
  expect(asked(await say(stage, 'more', done))).toContain('its server: was "files"');
});

it.each(CHANGES)(
  'a %s that changes after a yes to one call is told in a later task, which is not covered',
  async (_part, tool, told) => {
    const stage = open();
    const { runner, sessions } = stage.backend;
    const remembering = withSessions(runner, { sessions, clock: { now: () => 1 } });
    const later = { ...stage, backend: { ...stage.backend, runner: remembering } };
    await answer(later, await say(later, 'go'));
    const second = await say(later, 'other task');
    expect(asked(second)).toBe('asked');
    await answer(later, second);
    const [event] = (await listAllConsents(sessions, {})).map(({ consent }) => consent.scope);
    expect(event).toBeUndefined();
    stage.tool = tool;
    expect(asked(await say(later, 'third task'))).toContain(told);
  },
);

it('what was approved once is kept once for each definition', async () => {
  const stage = open();
  const { runner, sessions } = stage.backend;
  const remembering = withSessions(runner, { sessions, clock: { now: () => 1 } });
  const later = { ...stage, backend: { ...stage.backend, runner: remembering } };
  for (const text of ['a', 'b', 'c']) await answer(later, await say(later, text));
  const key = { principal: saying('').principal, id: STANDING_CONSENTS_ID };
  const kept = await sessions.get(key);
  expect([kept?.consents?.length, kept?.generation]).toEqual([1, 2]);
});

it('a tool that is renamed, and else the same, is told as such', async () => {
  const stage = open();
  const first = await answer(stage, await say(stage, 'go'), { scope: 'session' });
  stage.tool = { ...TOOL, function: { ...CALLED, name: 'read_file' } };
  stage.name = 'read_file';
  expect(asked(await say(stage, 'more', first))).toContain('its name: was "read", is "read_file"');
});

it('a tool that vanished and came back as it was asks nothing, and otherwise asks', async () => {
  const stage = open();
  const first = await answer(stage, await say(stage, 'go'), { scope: 'session' });
  stage.tool = undefined;
  const second = await say(stage, 'gone', first);
  expect(asked(second)).toBeUndefined();
  stage.tool = TOOL;
  const third = await say(stage, 'back', second);
  expect(asked(third)).toBeUndefined();
  stage.tool = undefined;
  const fourth = await say(stage, 'gone again', third);
  stage.tool = CHANGES[1]?.[1];
  expect(asked(await say(stage, 'rewritten', fourth))).toContain('is "npx files@2"');
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
  const stage = open();
  const first = await answer(stage, await say(stage, 'go'), {
    scope: 'session',
    ...(covers && { covers }),
  });
  stage.args = args;
  expect(asked(await say(stage, 'again', first))).toBe(isCovered ? undefined : 'asked');
});

it('a yes to a folder covers neither links out of it nor files that decide what agents may do', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'consents-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.txt'), '');
  symlinkSync('/etc', join(folder, 'link'));
  const covers = { rule: `read:path=${folder}/**` };
  for (const [path, verdict] of [
    [`${folder}/a.txt`, undefined],
    [`${folder}/link/passwd`, 'asked'],
    [`${folder}/tsagent.json`, 'asked'],
    [`${folder}/sub/.env`, 'asked'],
  ] as const) {
    const stage = open();
    const first = await answer(stage, await say(stage, 'go'), { scope: 'session', covers });
    stage.args = { path };
    expect([path, asked(await say(stage, 'again', first))]).toEqual([path, verdict]);
  }
});

it('what says that it destroys is asked about each time', async () => {
  const stage = open();
  stage.tool = { ...TOOL, facts: { ...FACTS, hints: { destructiveHint: true } } };
  const first = await answer(stage, await say(stage, 'go'), { scope: 'always' });
  expect(asked(await say(stage, 'again', first))).toBe('asked');
});

it('a consent ends when it is over', async () => {
  const stage = open();
  const first = await answer(stage, await say(stage, 'go'), { scope: 'session', until: 1 });
  expect(asked(await say(stage, 'again', first))).toBe('asked');
});

it('a store that fails holds no consents', async () => {
  const stage = open();
  stage.backend.hooks?.attach({ listConsents: () => Promise.reject(new Error('broken')) });
  expect(asked(await say(stage, 'go'))).toBe('asked');
});

it('sends the bytes that were shown, once', async () => {
  const stage = open();
  stage.args = { path: '/a', deep: { b: [1, 2] } };
  const question = await say(stage, 'go');
  const text = question.calls[0]?.call.function.arguments ?? '';
  stage.args = { path: '/other' };
  const done = await answer(stage, question);
  expect(stage.calls.map((args) => JSON.stringify(args))).toEqual([text]);
  await expect(answer(stage, { ...question, id: done.id })).rejects.toThrow(
    /not waiting|no open call/,
  );
  expect(parseApproval({ role: 'user', content: 'yes' })).toBe(true);
  expect(stage.calls).toHaveLength(1);
});

it('a suggested pattern covers the call for which it is suggested', async () => {
  const stage = open();
  stage.args = { path: '/srv/data/a.txt' };
  const question = await say(stage, 'go');
  const [call] = question.calls;
  const { name = '', arguments: text = '' } = call?.call.function ?? {};
  const choice = listConsentChoices({ name, arguments: text, tool: call?.judged?.tool }).find(
    ({ id }) => id === 'pattern',
  );
  const first = await answer(stage, question, {
    scope: 'session',
    ...(choice && { covers: choice.covers }),
  });
  const second = await say(stage, 'again', first);
  expect([choice?.covers, asked(second)]).toEqual([{ rule: 'read:path=/srv/data/*' }, undefined]);
  stage.args = { path: '/srv/secret' };
  expect(asked(await say(stage, 'elsewhere', second))).toBe('asked');
});
