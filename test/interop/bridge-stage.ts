/** An agent over A2A that does what it is told, behind a bridge that MCP clients reach. */
import { bridgeTools } from 'timestep/bridge';
import type { JsonObject } from 'timestep/core';
import { listen } from 'timestep/http';
import { createEnvironmentHandler } from 'timestep/mcp';
import { ownTasks } from 'timestep/port';
import { openMemory, remoteAgent } from 'timestep';
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

/** An agent whose task is, after the words `STATE what`, in that state with that message. */
export interface Stage {
  readonly url: string;
  readonly mcp: string;
  readonly sent: readonly Sent[];
  readonly canceled: readonly string[];
}

/** Callers say who they are in the header `x-name`. */
export async function stage(): Promise<Stage> {
  const sent: Sent[] = [];
  const canceled: string[] = [];
  const peer = await listen(answering(sent, canceled), { port: 0 });
  const remote = remoteAgent(peer.url, { agentId: 'peer' });
  const backend = openMemory({ agents: [remote.loop] });
  const handler = createEnvironmentHandler(
    {
      name: 'bridge',
      version: '1.0.0',
      tools: bridgeTools({
        agents: {
          async list() {
            const { description, skills } = await remote.look();
            return [{ name: remote.agentId, description, skills, address: peer.url }];
          },
          find: (name) =>
            name === 'peer' || name === peer.url
              ? {
                  name: 'peer',
                  isLocked: (task) => remote.isLocked(task),
                  abandon: (task) => remote.abandon(task),
                }
              : undefined,
        },
        tasksOf: (principal) => ownTasks(backend.runner, { principal }),
        clock: {
          now: () => Date.now(),
          schedule(delayMs, run) {
            const timer = setTimeout(run, delayMs);
            return () => clearTimeout(timer);
          },
        },
        newId: () => crypto.randomUUID(),
      }),
    },
    { authenticate: ({ headers }) => headers.get('x-name') ?? 'ada' },
  );
  const listening = await listen(handler, { port: 0 });
  onTestFinished(async () => {
    await handler.close(0);
    await listening.close(0);
    await backend.close(0);
    await remote.close();
    await peer.close(0);
  });
  return { url: peer.url, mcp: `${listening.url}/mcp`, sent, canceled };
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

  function found(method: string, { id }: JsonObject): object {
    const task = last.get(String(id)) ?? {};
    if (method !== 'CancelTask') return task;
    canceled.push(String(id));
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
