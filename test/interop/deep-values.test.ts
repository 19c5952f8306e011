import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  commandAgent,
  functionEnvironment,
  mcpServer,
  openSqlite,
  remoteAgent,
  tool,
  type AgentFunction,
  type AssistantMessage,
  type JsonObject,
  type JsonValue,
  type ToolFnContext,
} from '@timestep-ai/timestep';
import { buildTranscript, listArtifacts, type Task } from '@timestep-ai/timestep/core';
import { listen, type FetchHandler } from '@timestep-ai/timestep/http';
import type { ServedAgent } from '@timestep-ai/timestep/port';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
const REMARK = /left out: nested deeper than \d+ levels/;

/** The JSON text of a list in a list, and so on. */
const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const asks: AssistantMessage = { role: 'assistant', content: 'More?', expects_reply: true };

/** Calls the tool `deep` after the first message, then asks, and ends after the second message. */
const callsThenAsks =
  (args = '{}'): AgentFunction =>
  (messages) => {
    if (messages.at(-1)?.role === 'tool') return asks;
    if (messages.some(({ role }) => role === 'tool')) return 'Done.';
    const called = { name: 'deep', arguments: args };
    const tool_calls = [{ id: 'c1', type: 'function', function: called } as const];
    return { role: 'assistant', content: null, tool_calls };
  };

/** An agent with one function as its tool. */
function createFunctionAgent(
  execute: (args: JsonObject, context: ToolFnContext) => unknown,
  model = callsThenAsks(),
): Kind {
  const environment = functionEnvironment({ deep: tool({ execute }) });
  const address = { default: environment };
  const options = { model, contextIdToEnvironmentUri: address, toolSite: 'server' } as const;
  return { loop: new Agent({ agentId: 'a', name: 'a', ...options }).loop };
}

interface Kind {
  /** What the model or the user reads of the value. Default: the remark. */
  readonly told?: RegExp;
  readonly loop: ServedAgent;
  readonly close?: () => Promise<unknown>;
}

/** A value of so many levels from each kind of peer: a tool, a server of tools, an agent, a model. */
const KINDS: Readonly<Record<string, (levels: number) => Promise<Kind> | Kind>> = {
  'an artifact of a function': (levels) =>
    createFunctionAgent((_args, { give }) => {
      const data = JSON.parse(nest(levels)) as JsonValue;
      give({ name: 'data', parts: [{ type: 'data', data }] });
      return 'given';
    }),
  'the result of a function': (levels) => ({
    ...createFunctionAgent(() => JSON.parse(nest(levels)) as JsonValue),
    // The text of a result may show any depth that can be written.
    told: levels > 10_000 ? REMARK : /\[{2000}\]{2000}/,
  }),
  'the arguments of a model': (levels) => ({
    ...createFunctionAgent(() => 'never called', callsThenAsks(`{"a":${nest(levels)}}`)),
    told: /arguments must be a JSON object, and these are nested deeper than 100 levels/,
  }),
  'a server of tools': (levels) => {
    const tools = mcpServer({ command: process.execPath, args: [writeToolServer(levels)] });
    const address = { default: tools };
    const agent = new Agent({
      agentId: 'a',
      name: 'a',
      model: callsThenAsks(),
      contextIdToEnvironmentUri: address,
      toolSite: 'server',
    });
    return { loop: agent.loop, close: () => tools.close() };
  },
  'a command': (levels) => {
    const file = join(folder, `command-${levels}.mjs`);
    const reply = JSON.stringify({
      ...asks,
      artifacts: [{ artifact_id: 'x', parts: [{ type: 'data', data: 0 }] }],
    });
    writeFileSync(
      file,
      `import { text } from 'node:stream/consumers';
const { messages } = JSON.parse(await text(process.stdin));
const deep = ${JSON.stringify(reply)}.replace(':0', ':' + ${JSON.stringify(nest(levels))});
process.stdout.write(messages.length > 1 ? 'Done.' : deep);`,
    );
    const model = commandAgent({ command: process.execPath, args: [file] });
    return { loop: new Agent({ agentId: 'a', name: 'a', model }).loop };
  },
  'a remote agent': async (levels) => {
    const listening = await listen(createRemoteHandler(levels), { port: 0 });
    const remote = remoteAgent(listening.url, { agentId: 'a', patienceMs: 0 });
    const close = async () => {
      await remote.close();
      await listening.close(0);
    };
    return { loop: remote.loop, close };
  },
};

function writeToolServer(levels: number): string {
  const file = join(folder, `server-${levels}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const deep = ${JSON.stringify(nest(levels))};
const answers = {
  initialize: () => '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}',
  'tools/list': () => '{"tools":[{"name":"deep","inputSchema":{"type":"object"}}]}',
  'tools/call': () => '{"content":[{"type":"text","text":"ran"},{"type":"odd","deep":' + deep + '}],"structuredContent":{"deep":' + deep + '}}',
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? '"result":' + answer() : '"error":{"code":-32601,"message":"no"}';
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + body + '}\\n');
});`,
  );
  return file;
}

/** An agent that asks, with a deep artifact, and ends after the answer. */
const createRemoteHandler =
  (levels: number): FetchHandler =>
  async (request) => {
    const { origin: url } = new URL(request.url);
    if (request.method === 'GET') {
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return Response.json({
        name: 'r',
        description: 'R.',
        version: '1',
        capabilities: {},
        supportedInterfaces,
      });
    }
    const { params } = (await request.json()) as { params: { message: { taskId?: string } } };
    const isFirst = params.message.taskId === undefined;
    const message = {
      messageId: 'x',
      role: 'ROLE_AGENT',
      parts: [{ text: isFirst ? 'More?' : 'Done.' }],
    };
    const status = { state: `TASK_STATE_${isFirst ? 'INPUT_REQUIRED' : 'COMPLETED'}`, message };
    const artifacts = [{ artifactId: 'd', name: 'data', parts: [{ data: 0 }] }];
    const task = JSON.stringify({ id: 't', contextId: 'c', status, artifacts });
    const body = `{"jsonrpc":"2.0","id":1,"result":{"task":${task.replace(':0', `:${nest(levels)}`)}}}`;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };

/** What people and models see of a task, as JSON. */
const seen = (task: Task): string => JSON.stringify([buildTranscript(task), listArtifacts(task)]);

describe.each([2000, 100_000])('a value of %i levels', (levels) => {
  it.each(Object.entries(KINDS))(
    'from %s strands no task, also after a restart',
    async (name, open) => {
      const { loop, close, told = REMARK } = await open(levels);
      const path = join(folder, `${name.replaceAll(' ', '-')}-${levels}.db`);
      const said = { principal: '', agent: loop.name };
      const [hi, yes] = ['hi', 'yes'].map((content) => ({ role: 'user', content }) as const);
      const before = openSqlite({ path, agents: [loop] });
      const { id: taskId } = await before.runner.submit({
        ...said,
        messageId: 'm1',
        ...(hi && { message: hi }),
      });
      const asking = await before.runner.waitUntilSettled(taskId, AbortSignal.timeout(20_000));
      await before.close(0);
      expect(asking.state).toBe('input-required');
      const after = openSqlite({ path, agents: [loop] });
      onTestFinished(async () => {
        await after.close(0);
        await close?.();
      });
      await after.runner.submit({ ...said, taskId, messageId: 'm2', ...(yes && { message: yes }) });
      const ended = await after.runner.waitUntilSettled(taskId, never);
      expect(ended.state).toBe('completed');
      expect(seen(ended)).toMatch(told);
    },
  );
});
