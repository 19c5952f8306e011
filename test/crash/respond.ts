import { getText, type Message } from '@timestep-ai/timestep/core';
import type { KillPoints } from './kill-points.ts';
import type { Ledger } from './ledger.ts';
import type { Ended } from './scenes.ts';

/** A client of OpenAI Responses. Each resolves with what became of the last response. */
export interface Responder {
  /** Asks for a response in the background, and looks until it is there. */
  respond(agent: string, messageId: string): Promise<Ended>;
  /** The same of a response that asks for an approval, which a second request gives. */
  approve(agent: string, messageIds: readonly [ask: string, decide: string]): Promise<Ended>;
}

export interface ResponderSite {
  readonly address: string;
  readonly ledger: Ledger;
  readonly points: KillPoints;
  /** What became of the task that a response began, for a client that was not told of the next response. */
  readonly becameOf: (responseId: string) => Promise<Pick<Ended, 'state' | 'transcript'>>;
}

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly output: readonly {
    readonly id: string;
    readonly type: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
}

const PAUSE_MS = 100;

/** What was decided already is decided for good. */
const DECIDED = 'unknown_approval_request';

/** Once the client knows an id it does not ask again, whichever process it runs in. */
export function createResponder({ address, ledger, points, becameOf }: ResponderSite): Responder {
  const url = `${address}/v1/responses`;

  async function idOf(messageId: string, request: object): Promise<string | undefined> {
    const known = ledger.acceptedFor(messageId);
    if (known !== undefined) return known;
    points.pass(`before accepting ${messageId}`);
    const body = JSON.stringify({ ...request, background: true });
    const headers = { 'content-type': 'application/json' };
    const answer = await answered(() => fetch(url, { method: 'POST', headers, body }));
    if (answer === DECIDED) return undefined;
    ledger.record({ kind: 'accepted', messageId, taskId: answer.id });
    points.pass(`after accepting ${messageId}`);
    return answer.id;
  }

  async function ended(id: string | undefined): Promise<Answered> {
    for (;;) {
      const response = await answered(() => fetch(`${url}/${id}`));
      if (response === DECIDED) throw new Error(`the response ${id} is no decision`);
      if (response.status !== 'queued' && response.status !== 'in_progress') return response;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  return {
    async respond(model, messageId) {
      const response = await ended(await idOf(messageId, { model, input: messageId }));
      return endedOf(response, model, messageId);
    },
    async approve(model, [ask, decide]) {
      const asked = await ended(await idOf(ask, { model, input: ask }));
      const request = asked.output.find(({ type }) => type === 'mcp_approval_request');
      if (!request) throw new Error(`the response to ${ask} asks for no approval`);
      ledger.record({ kind: 'decided', messageId: decide });
      const approval = { type: 'mcp_approval_response', approval_request_id: request.id };
      const input = [{ ...approval, approve: true }];
      const id = await idOf(decide, { model, input, previous_response_id: asked.id });
      if (id !== undefined) return endedOf(await ended(id), model, ask);
      const { state, transcript } = await becameOf(asked.id);
      return endedAs(state, transcript.at(-1), model, ask);
    },
  };
}

function endedOf({ status, output }: Answered, agent: string, asked: string): Ended {
  const texts = output.flatMap(({ type, content = [] }) =>
    type === 'message' ? content.map(({ text }) => text) : [],
  );
  return endedAs(status, { role: 'assistant', content: texts.at(-1) ?? '' }, agent, asked);
}

function endedAs(state: string, answer: Message | undefined, agent: string, asked: string): Ended {
  const question: Message = { role: 'user', content: asked };
  const said: Message = { role: 'assistant', content: answer ? getText(answer) : '' };
  return { agent, state, generation: 0, transcript: [question, said] };
}

/** Comes again while nobody answers, as a client does. */
async function answered(send: () => Promise<Response>): Promise<Answered | typeof DECIDED> {
  for (;;) {
    const response = await send().catch(() => undefined);
    if (response?.ok) return (await response.json()) as Answered;
    if (response && response.status < 500) {
      const said = await response.text();
      if (said.includes(`"${DECIDED}"`)) return DECIDED;
      throw new Error(`refused with ${response.status}: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
