/** An agent over A2A that does what it is told, behind a bridge that MCP clients reach. */
import {
  createMcpCallTasks,
  createMcpCallingTools,
  type McpCallingDeps,
} from '@timestep-ai/timestep/calling';
import type { JsonObject } from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import { createEnvironmentHandler } from '@timestep-ai/timestep/mcp';
import { createOwnTasks } from '@timestep-ai/timestep/port';
import { systemClock } from '@timestep-ai/timestep/runner';
import { openMemory, remoteAgent, type RemoteAgent } from '@timestep-ai/timestep';
import { onTestFinished } from 'vitest';

const PARTS: Readonly<Record<string, readonly object[]>> = {
  approval: [
    { text: 'May I?' },
    { data: { approval_requests: [{ call_id: 'c1', name: 'pay', arguments: { amount: 5 } }] } },
  ],
  question: [{ text: 'For whom?' }],
};

interface Sent {
  readonly text: string;
  readonly taskId: string | undefined;
  readonly approvals: unknown;
}

/** An agent whose task, after the text `STATE what`, is in that state with that message. */
export interface Stage {
  readonly url: string;
  readonly mcp: string;
  readonly sent: readonly Sent[];
  readonly canceled: readonly string[];
}

/** Serves the agent as `peer`, behind a bridge. */
export async function stage(): Promise<Stage> {
  const sent: Sent[] = [];
  const canceled: string[] = [];
  const peer = await listen(answering(sent, canceled), { port: 0 });
  onTestFinished(() => peer.close(0));
  const mcp = await bridgeTo([remoteAgent(peer.url, { agentId: 'peer' })]);
  return { url: peer.url, mcp, sent, canceled };
}

/**
 * Serves a bridge to these agents, and returns its address. The header `x-name` is the name of the
 * caller.
 */
export async function bridgeTo(remotes: readonly RemoteAgent[]): Promise<string> {
  const backend = openMemory({ agents: remotes.map(({ loop }) => loop) });
  const bridge: McpCallingDeps = {
    agents: {
      list: () => Promise.all(remotes.map(entryOf)),
      find(name) {
        const found = remotes.find(({ agentId, url }) => name === agentId || name === url);
        return found && { ...found.loop, name: found.agentId };
      },
    },
    getTasks: (principal) => createOwnTasks(backend.runner, { principal }),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
  };
  const handler = createEnvironmentHandler(
    {
      name: 'bridge',
      version: '1.0.0',
      tools: createMcpCallingTools(bridge),
      callTasks: createMcpCallTasks(bridge),
    },
    { authenticate: ({ headers }) => headers.get('x-name') ?? 'ada' },
  );
  const listening = await listen(handler, { port: 0 });
  onTestFinished(async () => {
    await handler.close(0);
    await listening.close(0);
    await backend.close(0);
    for (const remote of remotes) await remote.close();
  });
  return `${listening.url}/mcp`;
}

async function entryOf(remote: RemoteAgent) {
  const { agentId: name, url: address } = remote;
  try {
    const { description, skills } = await remote.look();
    return { name, description, skills, address };
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : '';
    return { name, description: '', address, problem };
  }
}

function answering(sent: Sent[], canceled: string[]) {
  let tasks = 0;
  const last = new Map<string, object>();
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (request.method === 'GET') return Response.json(cardAt(url.origin));
    const { method, params } = (await request.json()) as { method: string; params: JsonObject };
    const result = method === 'SendMessage' ? { task: begun(params) } : found(method, params);
    return Response.json({ jsonrpc: '2.0', id: 1, result });
  };

  function begun(params: JsonObject): object {
    const { parts, taskId } = params['message'] as {
      readonly parts: readonly { readonly text?: string; readonly data?: JsonObject }[];
      readonly taskId?: string;
    };
    const text = parts.map((part) => part.text ?? '').join('');
    const approvals = parts.find(({ data }) => data)?.data?.['approvals'];
    sent.push({ text, taskId, approvals });
    if (taskId === undefined) tasks += 1;
    const id = taskId ?? `t${tasks}`;
    const [state = '', what = ''] = taskId === undefined ? text.split(' ') : ['COMPLETED', text];
    const message = { messageId: id, role: 'ROLE_AGENT', parts: PARTS[what] ?? [{ text: what }] };
    const task = { id, contextId: `of ${id}`, status: { state: `TASK_STATE_${state}`, message } };
    last.set(id, task);
    return task;
  }

  function found(method: string, params: JsonObject): object {
    const { id } = params as { readonly id: string };
    const task = last.get(id) ?? {};
    if (method !== 'CancelTask') return task;
    canceled.push(id);
    return { ...task, status: { state: 'TASK_STATE_CANCELED' } };
  }
}

function cardAt(url: string): object {
  return {
    name: 'peer',
    description: 'Does what it is told.',
    version: '1',
    capabilities: {},
    skills: [{ id: 'obey', name: 'Obeying', description: 'Obeys.', tags: [] }],
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  };
}
