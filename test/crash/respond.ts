import type { Message } from 'timestep/core';
import type { KillPoints } from './kill-points.ts';
import type { Ledger } from './ledger.ts';
import type { Ended } from './scenes.ts';

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly output: readonly {
    readonly type: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
}

const PAUSE_MS = 100;

/**
 * A client of OpenAI Responses that asks for a response in the background, and looks until it is
 * there. Once it knows the id it does not ask again, whichever process it runs in.
 */
export function createRespond(
  address: string,
  ledger: Ledger,
  points: KillPoints,
): (agent: string, messageId: string) => Promise<Ended> {
  const url = `${address}/v1/responses`;

  async function idOf(model: string, messageId: string): Promise<string> {
    const known = ledger.acceptedFor(messageId);
    if (known !== undefined) return known;
    points.pass(`before accepting ${messageId}`);
    const body = JSON.stringify({ model, input: messageId, background: true });
    const headers = { 'content-type': 'application/json' };
    const { id } = await answered(() => fetch(url, { method: 'POST', headers, body }));
    ledger.record({ kind: 'accepted', messageId, taskId: id });
    points.pass(`after accepting ${messageId}`);
    return id;
  }

  return async (agent, messageId) => {
    const id = await idOf(agent, messageId);
    for (;;) {
      const response = await answered(() => fetch(`${url}/${id}`));
      if (response.status !== 'queued' && response.status !== 'in_progress') {
        return endedOf(response, agent, messageId);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
}

function endedOf({ status, output }: Answered, agent: string, asked: string): Ended {
  const texts = output.flatMap(({ type, content = [] }) =>
    type === 'message' ? content.map(({ text }) => text) : [],
  );
  const transcript: readonly Message[] = [
    { role: 'user', content: asked },
    { role: 'assistant', content: texts.at(-1) ?? '' },
  ];
  return { agent, state: status, generation: 0, transcript };
}

/** Comes again while nobody answers, as a client does. */
async function answered(send: () => Promise<Response>): Promise<Answered> {
  for (;;) {
    const response = await send().catch(() => undefined);
    if (response?.ok) return (await response.json()) as Answered;
    if (response && response.status < 500) {
      throw new Error(`refused with ${response.status}: ${await response.text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
