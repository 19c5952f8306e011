import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, type Serving } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import type { JsonObject, Task } from '@timestep-ai/timestep/core';
import {
  applyUpdate,
  EMPTY_VIEW,
  formatApprovalTitle,
  listOpenApprovals,
} from '@timestep-ai/timestep/view';
import { expect, it, onTestFinished } from 'vitest';

const NEVER = new AbortController().signal;
const PROGRAM = fileURLToPath(new URL('changing-server.ts', import.meta.url));

interface Definition {
  readonly name: string;
  readonly [field: string]: unknown;
}

const READ: Definition = {
  name: 'read',
  description: 'Reads a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};

interface ServedFolder {
  readonly serving: Serving;
  /** Changes what the server lists, or the words after the file in its command line. */
  readonly change: (tool: Definition, ...words: readonly string[]) => Promise<void>;
  /** Sends a message or decisions over A2A. Returns the question of the task, or its state. */
  readonly send: (parts: readonly object[], task?: string) => Promise<Sent>;
}

interface Sent {
  readonly task: string;
  readonly state: string;
  readonly said: string;
  readonly requests: readonly JsonObject[];
}

/** A served folder with a server that may change, and an agent that calls its tool for each message. */
async function open(): Promise<ServedFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [path, file] = [join(folder, 'desk'), join(folder, 'tools.json')];
  mkdirSync(path);
  let name = READ.name;
  const write = (tool: Definition, words: readonly string[]): void => {
    ({ name } = tool);
    writeFileSync(file, JSON.stringify([tool]));
    const files = { command: process.execPath, args: [PROGRAM, file, ...words] };
    const permissions = { ask: ['files_*'] };
    const manifest = { metadata: { name: 'desk' }, mcpServers: { files }, permissions };
    writeFileSync(join(path, 'tsagent.json'), JSON.stringify(manifest));
  };
  write(READ, []);
  const catalog = await openCatalog([path], {
    load: {
      model(messages) {
        if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: 'done' };
        const called = { name: `files_${name}`, arguments: '{"path":"/a/b.txt"}' };
        const call = { id: `c${messages.length}`, type: 'function', function: called } as const;
        return { role: 'assistant', content: null, tool_calls: [call] };
      },
    },
  });
  onTestFinished(() => catalog.close());
  const serving = await serve({
    agents: catalog.servables,
    port: 0,
    database: ':memory:',
    onError: () => undefined,
  });
  onTestFinished(() => serving.close(0));
  return {
    serving,
    async change(tool, ...words) {
      write(tool, words);
      await catalog.refresh();
    },
    send: (parts, task) => sendOverA2A(serving.url, parts, task),
  };
}

let sent = 0;

async function sendOverA2A(
  url: string,
  parts: readonly object[],
  taskId: string | undefined,
): Promise<Sent> {
  sent += 1;
  const message = { messageId: `m${sent}`, role: 'ROLE_USER', parts, ...(taskId && { taskId }) };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message },
  });
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { result, error } = (await answer.json()) as Answer;
  if (!result) throw new Error(error?.message ?? 'no result');
  const { id, status } = result.task;
  const said = status.message?.parts ?? [];
  return {
    task: id,
    state: status.state,
    said: said.map(({ text = '' }) => text).join('\n'),
    requests: said.flatMap(({ data }) => data?.approval_requests ?? []),
  };
}

interface Answer {
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly task: {
      readonly id: string;
      readonly status: {
        readonly state: string;
        readonly message?: {
          readonly parts: readonly {
            readonly text?: string;
            readonly data?: { readonly approval_requests?: readonly JsonObject[] };
          }[];
        };
      };
    };
  };
}

const INPUT = 'TASK_STATE_INPUT_REQUIRED';

function decide({ requests: [request] }: Sent, decision: object = {}): readonly object[] {
  const { call_id, digest } = request ?? {};
  return [{ data: { approvals: [{ call_id, approved: true, digest, ...decision }] } }];
}

/** The question as the page and the terminal show it, made of the events of the task. */
async function titleOf({ runner }: Serving, taskId: string): Promise<string> {
  const task = (await runner.get(taskId)) as Task;
  let view = EMPTY_VIEW;
  for await (const update of runner.subscribe(taskId, 0, NEVER)) {
    view = applyUpdate(view, { ...update, taskId });
    if (update.kind === 'event' && update.event.generation === task.generation) break;
  }
  const [item] = listOpenApprovals(view);
  return item ? formatApprovalTitle({ ...item, reason: item.cause }) : '';
}

const CHANGES: readonly (readonly [
  part: string,
  tool: Definition,
  words: string[],
  told: string,
])[] = [
  ['description', { ...READ, description: 'Reads\u{202e}' }, [], String.raw`is "Reads\u202e"`],
  [
    'schema',
    { ...READ, inputSchema: { type: 'object', properties: { url: { type: 'string' } } } },
    [],
    '"url": was absent',
  ],
  ['hints', { ...READ, annotations: { readOnlyHint: false } }, [], 'was true, is false'],
  ['title', { ...READ, title: 'Read it' }, [], 'its title: was absent'],
  ['output schema', { ...READ, outputSchema: { type: 'object' } }, [], 'its result: was absent'],
  ['launch command', READ, ['--allow-all'], 'tools.json --allow-all (in '],
  ['name', { ...READ, name: 'read_file' }, [], 'its name: was "files_read"'],
];

/** A task goes on with the servers that it began with, and a tool that is gone is not called. */
const GOES_ON: readonly string[] = ['name', 'launch command'];

it.each(CHANGES.filter(([part]) => GOES_ON.includes(part)))(
  'makes or fails the call that was shown if the %s changes before it uses a yes',
  async (_part, tool, words) => {
    const { change, send } = await open();
    const question = await send([{ text: 'go' }]);
    await change(tool, ...words);
    const done = await send(decide(question), question.task);
    expect(done.state).toBe('TASK_STATE_COMPLETED');
  },
);

it.each(CHANGES.filter(([part]) => !GOES_ON.includes(part)))(
  'asks again about a changed %s before it uses a yes',
  async (_part, tool, words, told) => {
    const { serving, change, send } = await open();
    const question = await send([{ text: 'go' }]);
    expect(question.state).toBe(INPUT);
    await change(tool, ...words);
    const again = await send(decide(question), question.task);
    expect(again).toMatchObject({ state: INPUT, said: expect.stringContaining(told) });
    expect(again.requests[0]?.['reason']).toContain(told);
    expect(await titleOf(serving, again.task)).toContain(told);
    await expect(send(decide(question), again.task)).rejects.toThrow('read the question again');
    expect((await send(decide(again), again.task)).state).toBe('TASK_STATE_COMPLETED');
  },
);

it.each(CHANGES)(
  'asks again about a changed %s after a yes for always, also over a restart of the server',
  async (_part, tool, words, told) => {
    const { serving, change, send } = await open();
    const question = await send([{ text: 'go' }]);
    await send(decide(question, { scope: 'always', covers: 'tool' }), question.task);
    await change(READ);
    expect((await send([{ text: 'again' }])).state).toBe('TASK_STATE_COMPLETED');
    await change(tool, ...words);
    const third = await send([{ text: 'changed' }]);
    expect(third).toMatchObject({ state: INPUT, said: expect.stringContaining(told) });
    expect(await titleOf(serving, third.task)).toContain(told);
    await change(READ);
    expect((await send([{ text: 'as before' }])).state).toBe('TASK_STATE_COMPLETED');
  },
);
