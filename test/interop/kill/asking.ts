import { setTimeout as pause } from 'node:timers/promises';
import { SendMessageRequest, Task } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import type { Asked, KeptTask, Told } from './verdict.ts';

const RETRY_MS = 100;
const ENDED = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'].map((end) => `TASK_STATE_${end}`);

const PLACES = [
  ['Oakland', '72°F'],
  ['Berlin', '50°F'],
  ['Nairobi', '77°F'],
  ['Tokyo', '64°F'],
] as const;

interface WireTask {
  readonly id: string;
  readonly status?: { readonly state?: string; readonly message?: { readonly parts?: Part[] } };
  readonly history?: readonly { readonly messageId?: string; readonly role?: string }[];
}

interface Part {
  readonly text?: string;
}

/** Returns the question with that number. */
export function questionOf(number: number): Asked & { readonly text: string } {
  const [place, expected] = PLACES[number % PLACES.length] ?? PLACES[0];
  return { messageId: `question-${number}`, text: `What's the weather in ${place}?`, expected };
}

/**
 * Asks with the official client, and repeats the same message until there is an answer. A client
 * has no other way to handle a killed agent.
 */
export async function askUntilTold(
  url: string,
  { messageId, text }: Pick<ReturnType<typeof questionOf>, 'messageId' | 'text'>,
  signal: AbortSignal,
): Promise<Told | undefined> {
  const message = { messageId, role: 'ROLE_USER', parts: [{ text }] };
  while (!signal.aborted) {
    try {
      const client = await new ClientFactory().createFromUrl(url);
      const sent = await client.sendMessage(SendMessageRequest.fromJSON({ message }), { signal });
      const task = Task.toJSON(sent as Task) as WireTask;
      const { state = '', message: said } = task.status ?? {};
      const told = (said?.parts ?? []).map((part) => part.text ?? '').join('');
      if (ENDED.includes(state)) return { messageId, taskId: task.id, state, text: told };
    } catch {
      // The agent is unreachable, or disconnected in the middle.
    }
    await pause(RETRY_MS);
  }
  return undefined;
}

/** Reads every stored task of an agent. */
export async function tasksAt(url: string): Promise<KeptTask[]> {
  const found: KeptTask[] = [];
  let pageToken = '';
  do {
    const query = new URLSearchParams({ pageSize: '100', historyLength: '100', pageToken });
    const headers = { 'a2a-version': '1.0' };
    const response = await fetch(`${url}/tasks?${query.toString()}`, { headers });
    if (!response.ok) throw new Error(`${url} does not list its tasks: ${response.status}`);
    const page = (await response.json()) as {
      readonly tasks: readonly WireTask[];
      readonly nextPageToken?: string;
    };
    found.push(...page.tasks.map(keptTask));
    pageToken = page.nextPageToken ?? '';
  } while (pageToken !== '');
  return found;
}

function keptTask({ id, status, history = [] }: WireTask): KeptTask {
  const messageIds = history.flatMap(({ role, messageId }) =>
    role === 'ROLE_USER' && messageId !== undefined ? [messageId] : [],
  );
  return { id, state: status?.state ?? '', messageIds };
}
