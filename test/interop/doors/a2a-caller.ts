import { SendMessageRequest, Task } from '@a2a-js/sdk';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import type { JsonObject } from '@timestep-ai/timestep';
import { endOf, PICTURE, type Asked, type Caller, type Told } from './caller.ts';
import { ORIGIN, type Stage } from './stage.ts';

interface AskedJson {
  readonly call_id: string;
  readonly name: string;
}

type Data = Partial<Record<'tool_calls' | 'approval_requests', readonly AskedJson[]>> & {
  readonly questions?: readonly { readonly text: string }[];
};

interface TaskJson {
  readonly id: string;
  readonly status: {
    readonly state: string;
    readonly message?: { readonly parts: readonly { text?: string; data?: Data }[] };
  };
  readonly artifacts?: readonly {
    readonly name?: string;
    readonly parts: readonly { text?: string }[];
  }[];
}

/** The official A2A client. */
export async function a2aCaller(stage: Stage, picture: boolean): Promise<Caller> {
  const fetchImpl = stage.fetch;
  const client = await new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new GrpcTransportFactory()],
      preferredTransports: [stage.binding],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    }),
  ).createFromUrl(`${ORIGIN}/`);
  let taskId = '';
  let messages = 0;

  async function send(parts: readonly JsonObject[], returnImmediately: boolean): Promise<Told> {
    messages += 1;
    const place = taskId === '' ? {} : { taskId };
    const message = { messageId: `m${messages}`, role: 'ROLE_USER', parts, ...place };
    const configuration = { returnImmediately };
    return toldBy(
      await client.sendMessage(SendMessageRequest.fromJSON({ message, configuration })),
    );
  }

  function toldBy(given: Awaited<ReturnType<typeof client.sendMessage>>): Told {
    const { id, status, artifacts = [] } = Task.toJSON(given as Task) as TaskJson;
    taskId = id;
    const parts = status.message?.parts ?? [];
    const named = (field: 'tool_calls' | 'approval_requests'): Asked[] =>
      parts.flatMap(({ data }) =>
        (data?.[field] ?? []).map(({ call_id: callId, name }) => ({ callId, name })),
      );
    const text = parts.map((part) => part.text ?? '').join('');
    const [question] = parts.flatMap(({ data }) => data?.questions ?? []);
    const gifts = artifacts.filter(({ name }) => name !== 'answer');
    return {
      ...(question && { question: question.text }),
      given: gifts.map((gift) => `${gift.name}: ${gift.parts.map((part) => part.text).join('')}`),
      ...(status.state === 'TASK_STATE_COMPLETED' && { answer: text }),
      ...(status.state === 'TASK_STATE_CANCELED' && { ended: 'canceled' }),
      ...(status.state === 'TASK_STATE_FAILED' && { ended: endOf(text) }),
      approvals: named('approval_requests'),
      calls: named('tool_calls'),
      echo: {},
    };
  }

  async function look(): Promise<Told> {
    await stage.settled(taskId);
    return toldBy(await client.getTask({ tenant: '', id: taskId, historyLength: 0 }));
  }

  const first = [{ text: 'go' }, ...(picture ? [{ raw: PICTURE, mediaType: 'image/png' }] : [])];
  return {
    ask: () => send(first, false),
    async begin() {
      await send(first, true);
    },
    look,
    async cancel() {
      await client.cancelTask({ tenant: '', id: taskId, metadata: {} });
      return look();
    },
    reply({ approvals, results, words }) {
      const decided = approvals.map(({ callId, approved }) => ({ call_id: callId, approved }));
      const made = results.map(({ callId, output, isError }) => ({
        call_id: callId,
        output,
        is_error: isError,
      }));
      const parts = [
        ...(decided.length > 0 ? [{ data: { approvals: decided } }] : []),
        ...(made.length > 0 ? [{ data: { tool_results: made } }] : []),
        ...(words === undefined ? [] : [words.data ? { data: words.data } : { text: words.text }]),
      ];
      return send(parts, false);
    },
  };
}
