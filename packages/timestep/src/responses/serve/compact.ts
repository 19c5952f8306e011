import { randomBytes } from 'node:crypto';
import { withMessages, textOf, type Submission, type Task } from '../../core/index.ts';
import { readCompactRequest } from '../read/compact-request.ts';
import { conversationAt } from '../read/conversation.ts';
import { messagesFrom } from '../read/messages.ts';
import type { Item } from '../wire/item.ts';
import { NONCE_BYTES, sealed } from '../wire/sealed.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { conclusionOf, usageBetween } from '../write/conclusion.ts';
import { itemsOf, newKey, previousOf } from './begun-turn.ts';
import { givenFor } from './given-for.ts';
import { generate } from './generation.ts';
import { readBody } from './read-body.ts';
import { agentFor, type Asked, type Service } from './service.ts';

/**
 * `POST /v1/responses/compact`: a conversation in fewer words, which the agent itself finds. What is answered
 * is the input of a later response. Nothing of it is kept here.
 */
export async function compact(service: Service, asked: Asked): Promise<Response> {
  const { request, principal } = asked;
  const wanted = readCompactRequest(await readBody(service, request));
  const agent = agentFor(service.agents, wanted.model);
  const key = newKey(service);
  const items =
    wanted.input === undefined ? [] : await itemsOf(service, principal, wanted.input, key);
  const previous = await previousOf(service, principal, wanted.previousResponseId);
  const before = previous && conversationAt(previous.record, previous.task);
  const added = messagesFrom(items, before?.open ?? [], await givenFor(service, principal, items));
  const { task, from } = await summarized(service, request.signal, {
    agent: agent.name,
    principal,
    messageId: `cmp_${key}`,
    message: { role: 'user', content: PROMPT },
    start: {
      ...(wanted.instructions !== null && { instructions: wanted.instructions }),
      history: withMessages(before?.messages ?? [], added),
      settings: { tool_choice: 'none' },
      ...(service.toolSite && { toolSite: service.toolSite }),
    },
  });
  const stateKey = await service.runner.stateKey();
  const seal = { stateKey, principal, kind: 'compaction' } as const;
  const compaction: Item = {
    id: `cmp_${key}`,
    type: 'compaction',
    encrypted_content: sealed(summaryIn(task), seal, randomBytes(NONCE_BYTES)),
  };
  return Response.json({
    id: `resp_${key}`,
    object: 'response.compaction',
    created_at: Math.floor(service.clock.now() / 1000),
    output: [...items.filter(isInstruction), compaction],
    usage: usageBetween(from.usage, task.usage),
  });
}

const PROMPT =
  'Write down what is needed to continue this conversation without its messages: what was asked, what was ' +
  'found, decided and done, with all names, numbers and ids, and what is still to do. Answer with that text alone.';

/** Runs the task that finds the words, to its end; nothing remains of it. */
async function summarized(
  service: Service,
  signal: AbortSignal,
  submission: Submission,
): Promise<{ readonly from: Task; readonly task: Task }> {
  const runner = service.unstoredRunner;
  const from = await runner.submit(submission);
  try {
    const task = await generate({ runner, from, isLive: false }, signal, () => undefined);
    return { from, task };
  } finally {
    await runner.erase(from.id).catch(service.onError);
  }
}

/** Instructions of the caller are kept word for word. */
function isInstruction(item: Item): boolean {
  return item.type === 'message' && (item.role === 'system' || item.role === 'developer');
}

function summaryIn(task: Task): string {
  const last = task.entries?.last.message;
  const text = last?.role === 'assistant' ? textOf(last) : '';
  const { status, error } = conclusionOf(task);
  if (status === 'completed' && task.state === 'completed' && text !== '') return text;
  const message = error?.message ?? `the agent gave no summary: it ended as ${status}`;
  throw new ResponsesError(500, 'server_error', message);
}
