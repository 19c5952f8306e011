import { setTimeout as pause } from 'node:timers/promises';
import { Message, StreamResponse, Task, TaskState, type AgentCard } from '@a2a-js/sdk';
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
import { doneText, WORK_MS, type AtPoint, type PeerKind, type StockPeer } from './stock-peer.ts';

interface Official {
  readonly card: object;
  readonly handle: (body: Record<string, unknown>) => Promise<object>;
  /** Converts an error of a stream, as the SDK's own server does. */
  readonly toError: (thrown: unknown) => object;
}

interface CountedWork {
  readonly at: AtPoint;
  readonly count: (text: string) => void;
}

type Make = (url: string, work: CountedWork) => Official;

export const JS_PEERS: readonly PeerKind[] = [
  { name: 'js-1.0', canBeAsked: true, start: (at) => startPeer(at, createPeer10(workAsTask)) },
  {
    name: 'js-1.0-message',
    canBeAsked: false,
    lacks: ['begun', 'middle'],
    start: (at) => startPeer(at, createPeer10(workAsMessage)),
  },
  { name: 'js-0.3', canBeAsked: false, start: (at) => startPeer(at, createPeer03) },
];

async function startPeer(at: AtPoint, make: Make): Promise<StockPeer> {
  const works = new Map<string, number>();
  const count = (text: string): void => void works.set(text, (works.get(text) ?? 0) + 1);
  const made: { official?: Official } = {};
  const listening = await listen(
    async (request) => {
      const { official } = made;
      if (!official) return new Response(null, { status: 503 });
      if (request.method === 'GET') {
        await at('card');
        return Response.json(official.card);
      }
      const body = (await request.json()) as Record<string, unknown>;
      if (/send|stream/i.test(String(body['method']))) await at('received');
      const answer = await official.handle(body);
      if (!(Symbol.asyncIterator in answer)) return Response.json(answer);
      const answers = withErrors(answer as AsyncIterable<object>, official.toError);
      return new Response(toEvents(answers), {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
    { port: 0 },
  );
  made.official = make(listening.url, { at, count });
  return { url: listening.url, works, close: () => listening.close(0) };
}

async function* withErrors(
  answers: AsyncIterable<object>,
  toError: Official['toError'],
): AsyncGenerator<object> {
  try {
    yield* answers;
  } catch (thrown) {
    yield { jsonrpc: '2.0', id: 1, error: toError(thrown) };
  }
}

/** Reads all answers although nobody may listen any more, like the SDK's own servers. */
function toEvents(answers: AsyncIterable<object>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  return new ReadableStream({
    start(controller) {
      void (async () => {
        for await (const answer of answers) {
          const event = encoder.encode(encodeSse({ data: JSON.stringify(answer) }));
          if (isOpen) controller.enqueue(event);
        }
        if (isOpen) controller.close();
      })();
    },
    cancel() {
      isOpen = false;
    },
  });
}

type Execute = (work: CountedWork) => AgentExecutor['execute'];

const workAsTask: Execute =
  ({ at, count }) =>
  async ({ taskId, contextId, userMessage }, bus) => {
    const text = textOf10(userMessage);
    await at('executing');
    count(text);
    const begun = { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } };
    bus.publish(AgentEvent.task({ ...Task.fromJSON(begun), history: [userMessage] }));
    await at('begun');
    await pause(WORK_MS / 2);
    await at('middle');
    await pause(WORK_MS / 2);
    const ids = { taskId, contextId };
    const artifact = { artifactId: 'a', parts: [{ text: doneText(text) }] };
    const updates = [
      { artifactUpdate: { ...ids, artifact } },
      { statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } },
    ];
    for (const update of updates) {
      const { payload } = StreamResponse.fromJSON(update);
      if (payload?.$case === 'statusUpdate') bus.publish(AgentEvent.statusUpdate(payload.value));
      if (payload?.$case === 'artifactUpdate') {
        bus.publish(AgentEvent.artifactUpdate(payload.value));
      }
    }
    await at('ended');
    bus.finished();
  };

const workAsMessage: Execute =
  ({ at, count }) =>
  async ({ contextId, userMessage }, bus) => {
    const text = textOf10(userMessage);
    await at('executing');
    count(text);
    await pause(WORK_MS);
    const parts = [{ text: doneText(text) }];
    const said = { messageId: `said ${text}`, contextId, role: 'ROLE_AGENT', parts };
    bus.publish(AgentEvent.message(Message.fromJSON(said)));
    await at('ended');
    bus.finished();
  };

function textOf10({ parts }: Message): string {
  const content = parts[0]?.content;
  return content?.$case === 'text' ? content.value : '';
}

function createPeer10(execute: Execute): Make {
  return (url, work) => {
    const card = {
      name: 'official',
      description: '',
      version: '1',
      supportedInterfaces: [
        { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
      ],
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
      execute: execute(work),
      cancelTask: async (taskId, bus) => {
        const status = {
          state: TaskState.TASK_STATE_CANCELED,
          message: undefined,
          timestamp: undefined,
        };
        bus.publish(
          AgentEvent.statusUpdate({ taskId, contextId: '', status, metadata: undefined }),
        );
        bus.finished();
      },
    };
    const handler = new JsonRpcTransportHandler(
      new DefaultRequestHandler(card, new InMemoryTaskStore(), executor),
    );
    const context = () => new ServerCallContext({ requestedVersion: '1.0' });
    return {
      card,
      handle: (body) => handler.handle(body, context()),
      toError: (thrown) => JsonRpcTransportHandler.mapToJSONRPCError(thrown),
    };
  };
}

function createPeer03(url: string, { at, count }: CountedWork): Official {
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
    execute: async ({ taskId, contextId, userMessage }, bus) => {
      const [part] = userMessage.parts;
      const text = part?.kind === 'text' ? part.text : '';
      const ids = { taskId, contextId };
      await at('executing');
      count(text);
      const history = [userMessage];
      bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'working' }, history });
      await at('begun');
      await pause(WORK_MS / 2);
      await at('middle');
      await pause(WORK_MS / 2);
      const parts = [{ kind: 'text', text: doneText(text) } as const];
      bus.publish({ kind: 'artifact-update', ...ids, artifact: { artifactId: 'a', parts } });
      bus.publish({ kind: 'status-update', ...ids, status: { state: 'completed' }, final: true });
      await at('ended');
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
  return {
    card,
    handle: (body) => handler.handle(body),
    toError: (thrown) =>
      thrown instanceof oldServer.A2AError
        ? thrown.toJSONRPCError()
        : { code: -32603, message: String(thrown) },
  };
}
