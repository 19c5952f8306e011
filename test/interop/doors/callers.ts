import { SendMessageRequest, Task } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import OpenAI from 'openai';
import type {
  Response as Answer,
  ResponseInputItem,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses';
import type { JsonObject } from 'timestep';
import type { Door } from './behaviours.ts';
import { AGENT, ORIGIN, type Stage } from './stage.ts';

/** A call that the caller is asked to make, or a person to decide about. */
export interface Asked {
  readonly callId: string;
  readonly name: string;
}

/** What a caller is told: the answer, or what it is waited for. */
export interface Told {
  readonly answer?: string;
  readonly approvals: readonly Asked[];
  readonly calls: readonly Asked[];
  /** What a tool asks, in words. */
  readonly question?: string;
  /** The artifacts, each by its name and its text. */
  readonly given: readonly string[];
  readonly echo: JsonObject;
}

/** What a caller says to what it was asked. */
export interface Reply {
  /** The answer to a question. */
  readonly words?: string;
  readonly approvals: readonly { readonly callId: string; readonly approved: boolean }[];
  readonly results: readonly {
    readonly callId: string;
    readonly output: string;
    readonly isError: boolean;
  }[];
}

/** A program at a door. */
export interface Caller {
  ask(settings: JsonObject): Promise<Told>;
  /** The same without waiting; what came of it is looked at later. */
  begin(settings: JsonObject): Promise<void>;
  look(): Promise<Told>;
  reply(reply: Reply): Promise<Told>;
}

/** Questions go to agents, and MCP knows none: there it carries the calls of tools. */
export const CALLERS: Readonly<Record<Door, (stage: Stage) => Promise<Caller>>> = {
  A2A: a2aCaller,
  MCP: a2aCaller,
  Responses: async (stage) => responsesCaller(stage),
};

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

/** The official client of A2A. */
async function a2aCaller(stage: Stage): Promise<Caller> {
  const fetchImpl = stage.fetch;
  const client = await new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
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
      approvals: named('approval_requests'),
      calls: named('tool_calls'),
      echo: {},
    };
  }

  return {
    ask: () => send([{ text: 'go' }], false),
    async begin() {
      await send([{ text: 'go' }], true);
    },
    async look() {
      await stage.settled(taskId);
      return toldBy(await client.getTask({ tenant: '', id: taskId, historyLength: 0 }));
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
        ...(words === undefined ? [] : [{ text: words }]),
      ];
      return send(parts, false);
    },
  };
}

/** The `openai` package. */
function responsesCaller(stage: Stage): Caller {
  const openai = new OpenAI({
    baseURL: `${ORIGIN}/v1`,
    apiKey: 'k',
    maxRetries: 0,
    fetch: stage.fetch,
  });
  let asked: JsonObject = {};
  let last = '';

  function toldBy(answer: Answer): Told {
    last = answer.id;
    const { output } = answer;
    const messages = output.flatMap((item) => (item.type === 'message' ? [item] : []));
    const said = messages.filter((item) => !('artifact' in item)).map(textOfItem);
    const given = messages.filter((item) => 'artifact' in item).map(textOfItem);
    const approvals = output.flatMap((item) =>
      item.type === 'mcp_approval_request' ? [{ callId: item.id, name: item.name }] : [],
    );
    const calls = output.flatMap((item) =>
      item.type === 'function_call' ? [{ callId: item.call_id, name: item.name }] : [],
    );
    const isResting = answer.status === 'completed' && approvals.length + calls.length === 0;
    // A call that goes on in a later response waits for an answer where it waits for no approval.
    const isAsking = output.some(
      (item) => item.type === 'mcp_call' && item.status === 'incomplete',
    );
    const repeated = answer as unknown as JsonObject;
    const echo = Object.keys(asked).map((name) => [name, repeated[name] ?? null]);
    return {
      ...(isResting && (isAsking ? { question: said.join('') } : { answer: said.join('') })),
      given: given.map((text) => text.replace('\n', ': ')),
      approvals,
      calls,
      echo: Object.fromEntries(echo) as JsonObject,
    };
  }

  async function create(
    input: string | ResponseInputItem[],
    more: { readonly previous_response_id?: string; readonly background?: true },
  ): Promise<Told> {
    return toldBy(await openai.responses.create({ model: AGENT, input, ...asked, ...more }));
  }

  return {
    ask(settings) {
      asked = settings;
      return create('go', {});
    },
    async begin(settings) {
      asked = settings;
      await create('go', { background: true });
    },
    async look() {
      let answer: Answer | undefined;
      for await (const event of await openai.responses.retrieve(last, { stream: true })) {
        if ('response' in event) answer = event.response;
      }
      if (!answer) throw new Error('the stream told of no response');
      return toldBy(answer);
    },
    reply({ approvals, results, words }) {
      const decided = approvals.map(({ callId, approved }) => ({
        type: 'mcp_approval_response' as const,
        approval_request_id: callId,
        approve: approved,
      }));
      const made = results.map(({ callId, output, isError }) => ({
        type: 'function_call_output' as const,
        call_id: callId,
        // The API has no word for a failed call but what the model reads.
        output: isError ? JSON.stringify({ error: output }) : output,
      }));
      const answers = words === undefined ? [] : [{ role: 'user' as const, content: words }];
      return create([...decided, ...made, ...answers], { previous_response_id: last });
    },
  };
}

function textOfItem({ content }: ResponseOutputMessage): string {
  return content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}
