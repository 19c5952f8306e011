import { StreamResponse, Task, TaskState, type AgentCard } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import type * as old from 'a2a-sdk-0.3';
import * as oldServer from 'a2a-sdk-0.3/server';
import { encodeSse, listen } from '@timestep-ai/timestep/http';

/**
 * An agent made with an official SDK: it requests a tool call, and streams its result in pieces.
 */
export interface OfficialAgent {
  readonly name: string;
  readonly start: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
}

export const OFFICIAL: readonly OfficialAgent[] = [
  { name: 'version 1.0', start: () => started(agent10) },
  { name: 'version 0.3', start: () => started(agent03) },
];

const CALLS = { tool_calls: [{ call_id: 'call_1', name: 'get_weather', arguments: {} }] };

/** The result of an SDK's JSON-RPC handler: one response, or a stream of responses. */
type Handle = (body: Record<string, unknown>) => Promise<object>;

interface Official {
  readonly card: object;
  readonly handle: Handle;
}

async function started(make: (url: string) => Official): ReturnType<OfficialAgent['start']> {
  const made: { official?: Official } = {};
  const listening = await listen(
    async (request) => {
      const { official } = made;
      if (!official) return new Response(null, { status: 503 });
      if (request.method === 'GET') return Response.json(official.card);
      const answer = await official.handle((await request.json()) as Record<string, unknown>);
      if (!(Symbol.asyncIterator in answer)) return Response.json(answer);
      let events = '';
      for await (const event of answer as AsyncIterable<object>) {
        events += encodeSse({ data: JSON.stringify(event) });
      }
      return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
    },
    { port: 0 },
  );
  made.official = make(listening.url);
  return { url: listening.url, close: () => listening.close(0) };
}

function agent10(url: string): Official {
  const card = {
    name: 'official',
    description: '',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    capabilities: { streaming: true, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
    signatures: [],
    provider: undefined,
  } satisfies AgentCard;
  const executor: AgentExecutor = {
    execute: async ({ taskId, contextId, task, userMessage }, bus) => {
      const ids = { taskId, contextId };
      const said = (parts: object[]) => ({
        messageId: `m${parts.length}`,
        role: 'ROLE_AGENT',
        parts,
      });
      const begun = { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } };
      const asked = Task.fromJSON(begun);
      bus.publish(AgentEvent.task(task ? { ...task, status: asked.status } : asked));
      const [part] = userMessage.parts;
      const isTold = part?.content?.$case === 'data';
      const events = isTold
        ? [chunk('It is ', false), chunk('sunny.', true), { state: 'TASK_STATE_COMPLETED' }]
        : [{ state: 'TASK_STATE_INPUT_REQUIRED', message: said([{ data: CALLS }]) }];
      for (const event of events) {
        const update =
          'state' in event
            ? { statusUpdate: { ...ids, status: event } }
            : { artifactUpdate: { ...ids, ...event } };
        const { payload } = StreamResponse.fromJSON(update);
        if (payload?.$case === 'statusUpdate') bus.publish(AgentEvent.statusUpdate(payload.value));
        if (payload?.$case === 'artifactUpdate') {
          bus.publish(AgentEvent.artifactUpdate(payload.value));
        }
      }
      bus.finished();
    },
    cancelTask: async (taskId, bus) => {
      const status = {
        state: TaskState.TASK_STATE_CANCELED,
        message: undefined,
        timestamp: undefined,
      };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', status, metadata: undefined }));
      bus.finished();
    },
  };
  const handler = new JsonRpcTransportHandler(
    new DefaultRequestHandler(card, new InMemoryTaskStore(), executor),
  );
  const context = () => new ServerCallContext({ requestedVersion: '1.0' });
  return { card, handle: (body) => handler.handle(body, context()) };
}

function agent03(url: string): Official {
  const card: old.AgentCard = {
    protocolVersion: '0.3.0',
    name: 'official',
    description: '',
    version: '1',
    url,
    capabilities: { streaming: true },
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  };
  const executor: oldServer.AgentExecutor = {
    execute: async ({ taskId, contextId, task, userMessage }, bus) => {
      const ids = { taskId, contextId };
      const status = (state: old.Task['status']['state'], parts?: old.Part[]) => ({
        state,
        ...(parts && {
          message: { kind: 'message', messageId: 'm', role: 'agent', parts, ...ids } as const,
        }),
      });
      if (!task) bus.publish({ kind: 'task', id: taskId, contextId, status: status('working') });
      const isTold = userMessage.parts[0]?.kind === 'data';
      if (isTold) {
        for (const place of [chunk('It is ', false), chunk('sunny.', true)]) {
          const parts = place.artifact.parts.map(({ text }) => ({ kind: 'text', text }) as const);
          const artifact = { ...place.artifact, parts };
          bus.publish({ kind: 'artifact-update', ...ids, ...place, artifact });
        }
      }
      const last = isTold
        ? status('completed')
        : status('input-required', [{ kind: 'data', data: CALLS }]);
      bus.publish({ kind: 'status-update', ...ids, status: last, final: true });
      bus.finished();
    },
    cancelTask: async (taskId, bus) => {
      const status = { state: 'canceled' } as const;
      bus.publish({ kind: 'status-update', taskId, contextId: '', status, final: true });
      bus.finished();
    },
  };
  const handler = new oldServer.JsonRpcTransportHandler(
    new oldServer.DefaultRequestHandler(card, new oldServer.InMemoryTaskStore(), executor),
  );
  return { card, handle: (body) => handler.handle(body) };
}

function chunk(text: string, append: boolean) {
  return { artifact: { artifactId: 'a', parts: [{ text }] }, append, lastChunk: append };
}
