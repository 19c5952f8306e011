import {
  client as clientApp,
  methods,
  ndJsonStream,
  type ClientContext,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import { expect, onTestFinished } from 'vitest';
import { findPinProblem, type PinnedTools } from '#agents/folder';
import type { JsonObject, Task, ToolSchema } from '#core';
import { createUuid, openMemory, systemClock } from '#engine/runner';
import type { AgentFn, Backend, ToolEnvironment } from '#engine/port';
import { serveAcp, type AcpAgent } from '#people/acp';
import { createPageProtocol } from '#people/page';
import { serve, type Serving } from '#serving/server';

const TOKEN = 'a-token';
export const NEVER: AbortSignal = new AbortController().signal;

/** What the agent calls next, and the tool as its server describes it now. */
export interface Called {
  tool: ToolSchema;
  name: string;
  arguments: string;
  /** Definitions to which a folder that allows all its tools has bound them. */
  readonly pins?: PinnedTools;
}

/** A served agent that calls a tool for each message of an editor, with the permission requests of the editor. */
export interface AskedStage {
  readonly called: Called;
  /** Arguments of the calls that were made. */
  readonly made: JsonObject[];
  readonly backend: Backend;
  readonly serving: Serving;
  readonly asked: RequestPermissionRequest[];
  readonly editor: ClientContext;
  readonly sessionId: string;
  /** Answers the newest permission request of the editor. */
  permit(optionId: string): void;
  /** Sends a message in the editor, and returns its task once that waits or has ended. */
  say(text: string): Promise<Task>;
  /** Sends a request to the server. */
  send(path: string, body: object): Promise<unknown>;
}

export async function createAskedStage(called: Called): Promise<AskedStage> {
  const [made, asked]: [JsonObject[], RequestPermissionRequest[]] = [[], []];
  const tasks = new Set<string>();
  let backend: Backend | undefined;
  const agent: AgentFn = (messages, { task }) => {
    tasks.add(task.id);
    if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: 'done' };
    const used = { name: called.name, arguments: called.arguments };
    const call = { id: `c${messages.length}`, type: 'function', function: used } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  };
  const environment = createAskedEnvironment(called, made);
  const limits = { max_steps: 9, time_limit_s: 60 };
  const loop = { name: 'desk', agent, toolSite: 'server', limits } as const;
  const access = { kind: 'token', token: TOKEN } as const;
  const serving = await serve({
    agents: [
      {
        agentId: 'desk',
        description: { name: 'desk', description: 'Reads.', version: '1' },
        environment: undefined,
        loop: { ...loop, environment: () => environment },
        close: () => Promise.resolve(),
      },
    ],
    port: 0,
    backend: (needs) => (backend = openMemory(needs)),
    protocols: [
      'a2a',
      'agui',
      'responses',
      createPageProtocol({ access, files: async () => new Map() }),
    ],
  });
  onTestFinished(() => serving.close(0));
  if (!backend) throw new Error('the server has opened no backend');
  const opened: Backend = backend;
  let turn: Promise<unknown> = Promise.resolve();
  let permit: (optionId: string) => void = () => undefined;
  const editor = await openEditor(opened, (request, decide) => {
    asked.push(request);
    permit = decide;
  });
  const { sessionId } = await editor.request(methods.agent.session.new, {
    cwd: '/project',
    mcpServers: [],
  });
  return {
    called,
    made,
    asked,
    editor,
    sessionId,
    backend: opened,
    serving,
    permit: (optionId) => permit(optionId),
    async say(text) {
      const before = tasks.size;
      const prompt = [{ type: 'text' as const, text }];
      await turn;
      turn = editor.request(methods.agent.session.prompt, { sessionId, prompt }).catch(() => 0);
      await expect.poll(() => tasks.size, { interval: 2 }).toBe(before + 1);
      return opened.runner.waitUntilSettled([...tasks].at(-1) ?? '', NEVER);
    },
    async send(path, body) {
      const authorization = `Bearer ${TOKEN}`;
      const headers = { authorization, 'content-type': 'application/json', 'a2a-version': '1.0' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await serving.fetch(new Request(serving.url + path, init))).json();
    },
  };
}

function createAskedEnvironment(called: Called, made: JsonObject[]): ToolEnvironment {
  return {
    listTools: () => [called.tool],
    judgeCall() {
      const { pins, tool } = called;
      if (!pins) return undefined;
      const reason = findPinProblem(pins, tool, '/project');
      return reason === undefined ? { verdict: 'allow' } : { verdict: 'ask', reason };
    },
    callTool(call) {
      made.push(call.arguments);
      return { content: 'read' };
    },
  };
}

/** Connects an editor whose permission requests wait until they are decided. */
async function openEditor(
  { runner, sessions, tasks }: Backend,
  onRequest: (request: RequestPermissionRequest, decide: (optionId: string) => void) => void,
): Promise<ClientContext> {
  const [toAgent, toClient] = [new TransformStream(), new TransformStream()];
  const agent = { name: 'desk', title: 'Desk', models: [] };
  const commands = (): never => {
    throw new Error('no command is used');
  };
  const acp = await serveAcp(
    {
      version: '1',
      principal: '',
      agents: [{ ...agent, commands } satisfies AcpAgent],
      conversations: { runner, sessions, clock: systemClock, newId: createUuid },
      tasks,
      directory: '/project',
      useServers: async () => undefined,
      onError: () => undefined,
    },
    { input: toAgent.readable, output: toClient.writable },
  );
  onTestFinished(() => acp.close());
  const connection = clientApp({ name: 'editor' })
    .onNotification(methods.client.session.update, () => undefined)
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => ({
      outcome: await new Promise<RequestPermissionOutcome>((resolve) => {
        onRequest(params, (optionId) => resolve({ outcome: 'selected', optionId }));
        signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }), { once: true });
      }),
    }))
    .connect(ndJsonStream(toAgent.writable, toClient.readable));
  await connection.agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
  });
  return connection.agent;
}
