import { randomUUID } from 'node:crypto';
import { createRemoteAgentClient } from '#agents/calling';
import { isJsonObject, omitUndefined, type JsonValue } from '#core';
import {
  A2AClientError,
  findCardProblems,
  readRemoteDescription,
  type A2AClient,
  type RemoteTask,
} from '#protocols/a2a';
import type { A2AOffer, PeerAnswer, PeerQuestion } from '#people/view';
import type { PeerLink } from './peer.ts';
import { readMessageBodies, type StoredExchange } from './record-exchanges.ts';

/**
 * A connection to an A2A agent by its URL. `offer` is undefined if there is no card, and `client` is
 * undefined if the card names no usable interface.
 */
export interface A2APeer {
  readonly offer?: A2AOffer;
  readonly client?: A2AClient;
  readonly why?: string;
}

/** Milliseconds for which an operator waits for an answer. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;

/** Reads and checks the card at a URL. */
export async function tryConnectA2APeer(link: PeerLink): Promise<A2APeer> {
  const { target, recorder, signal } = link;
  const { headers, credentials } = target;
  let client: A2AClient | undefined;
  let why: string | undefined;
  try {
    const remote = createRemoteAgentClient(target.url, {
      fetch: recorder.fetch,
      headers,
      ...(Object.keys(credentials).length > 0 && { credentials }),
      timeLimitMs: ANSWER_TIMEOUT_MS,
    });
    client = await remote.connect(signal);
  } catch (thrown) {
    if (!(thrown instanceof A2AClientError)) throw thrown;
    why = thrown.message;
  }
  const received = recorder.stored().findLast(isCardResponse);
  const read = received?.response && readMessageBodies(received.response)[0];
  const card = client?.peer.card ?? read;
  if (!received?.response || card === undefined) return omitUndefined({ why });
  if (!client && !looksLikeCard(card)) return omitUndefined({ why });
  const problems = findCardProblems({
    card,
    address: received.url,
    headers: received.response.headers,
  });
  const offer = { card, address: received.url, problems, ...describeA2AOffer(client) };
  const schemes = listSchemes(card).map((name) => ({ name, isGiven: name in credentials }));
  return { offer: { ...offer, schemes }, ...omitUndefined({ client, why }) };
}

/** Returns whether an exchange is the response to a request for a card. */
function isCardResponse({ method, url, response }: StoredExchange): boolean {
  const path = URL.parse(url)?.pathname ?? '';
  return method === 'GET' && path.endsWith('.json') && response?.status === 200;
}

/** Distinguishes a faulty card from another JSON document at the same address. */
function looksLikeCard(card: JsonValue): boolean {
  if (!isJsonObject(card)) return false;
  const named = ['name', 'skills', 'capabilities', 'supportedInterfaces', 'protocolVersion'];
  return named.filter((name) => name in card).length >= 2;
}

function describeA2AOffer(client: A2AClient | undefined): Pick<A2AOffer, 'used' | 'skills'> {
  if (!client) return { skills: [] };
  const { name, url, binding, protocolVersion: version, streaming } = client.peer;
  const { skills } = readRemoteDescription(client.peer);
  return { used: { name, url, binding, version, streaming }, skills };
}

function listSchemes(card: JsonValue): readonly string[] {
  const schemes = isJsonObject(card) ? card['securitySchemes'] : undefined;
  return isJsonObject(schemes) ? Object.keys(schemes) : [];
}

/** Sends a message, and resolves when the agent has answered or asks. Rejects with `A2AClientError`. */
export async function askA2APeer(
  client: A2AClient,
  { text, contextId, taskId }: PeerQuestion,
  signal: AbortSignal,
): Promise<PeerAnswer> {
  const begun = performance.now();
  const message = {
    messageId: randomUUID(),
    message: text,
    ...omitUndefined({ contextId, taskId }),
  };
  let task: RemoteTask | undefined;
  for await (const update of client.send(message, signal)) {
    if (update.kind === 'task') ({ task } = update);
  }
  if (!task)
    throw new A2AClientError(
      'bad-response',
      `invalid response of ${client.peer.name}: it contains no task`,
    );
  return {
    text: task.text,
    state: task.state,
    ...omitUndefined({ taskId: task.id || undefined, contextId: task.contextId }),
    files: task.artifacts.length,
    calls: [...task.toolCalls, ...task.approvals].map((call) => call.function.name),
    tookMs: Math.round(performance.now() - begun),
  };
}
