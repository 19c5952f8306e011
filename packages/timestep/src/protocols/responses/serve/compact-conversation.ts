import { randomBytes } from 'node:crypto';
import {
  getText,
  omitUndefined,
  readId,
  readText,
  readValue,
  requireText,
  type Submission,
  type Task,
} from '#core';
import type { Item } from '../wire/response-item.ts';
import { NONCE_BYTES, encryptContent } from '../wire/encrypted-content.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { getResponseOutcome, subtractUsage } from '../write/response-outcome.ts';
import {
  createRequestIdPart,
  loadConversationSoFar,
  loadPreviousResponse,
  readInputItems,
} from './start-turn.ts';
import { readToResponseEnd } from './response-source.ts';
import {
  readBody,
  findAgentForModel,
  type ResponsesService,
  type RouteHandler,
} from './responses-service.ts';
import { readInput } from '../read/create-request.ts';
import { requireBodyFields } from '../read/responses-fields.ts';

/** Serves `POST /v1/responses/compact`: returns a summary as input for a later response. */
export const compactConversation: RouteHandler = async (service, asked) => {
  const { request, principal } = asked;
  const body = requireBodyFields(await readBody(service, request));
  const model = requireText(body, 'model', 'set the name of the agent');
  const previousId = readId(body, 'previous_response_id') ?? null;
  const instructions = readText(body, 'instructions');
  // The input may be empty, because the previous response may contain the whole conversation.
  const isAlone = previousId !== null && readValue(body, 'input') === undefined;
  const input = isAlone ? undefined : readInput(body);
  const agent = findAgentForModel(service.agents, model);
  const key = createRequestIdPart(service);
  const items = await readInputItems(service, principal, input, key);
  const previous = await loadPreviousResponse(service, principal, previousId);
  const { task, from } = await runSummaryTask(service, request.signal, {
    agent: agent.name,
    principal,
    messageId: `cmp_${key}`,
    message: { role: 'user', content: PROMPT },
    start: {
      history: await loadConversationSoFar(service, principal, previous, items),
      settings: { tool_choice: 'none' },
      ...omitUndefined({ instructions, toolSite: service.toolSite }),
    },
  });
  const stateKey = await service.runner.getStateKey();
  const seal = { stateKey, principal, kind: 'compaction' } as const;
  const compaction: Item = {
    id: `cmp_${key}`,
    type: 'compaction',
    encrypted_content: encryptContent(requireSummary(task), seal, randomBytes(NONCE_BYTES)),
  };
  return Response.json({
    id: `resp_${key}`,
    object: 'response.compaction',
    created_at: Math.floor(service.clock.now() / 1000),
    output: [...items.filter(isInstruction), compaction],
    usage: subtractUsage(from.usage, task.usage),
  });
};

const PROMPT =
  'Write down what is needed to continue this conversation without its messages: what was asked, what was ' +
  'found, decided and done, with all names, numbers and ids, and what is still to do. Answer with that text alone.';

/** Lets a task write the summary, and erases the task at the end. */
async function runSummaryTask(
  service: ResponsesService,
  signal: AbortSignal,
  submission: Submission,
): Promise<{ readonly from: Task; readonly task: Task }> {
  const runner = service.unstoredRunner;
  const from = await runner.submit(submission);
  try {
    const task = await readToResponseEnd(
      { runner, from, isLive: false, handler: service.state },
      signal,
      () => undefined,
    );
    return { from, task };
  } finally {
    await runner.erase(from.id).catch(service.onError);
  }
}

/**
 * Returns whether an item is an instruction of the caller. Compacting a conversation keeps
 * instructions unchanged.
 */
function isInstruction(item: Item): boolean {
  return item.type === 'message' && (item.role === 'system' || item.role === 'developer');
}

function requireSummary(task: Task): string {
  const last = task.entries?.last.message;
  const text = last?.role === 'assistant' ? getText(last) : '';
  const { status, error } = getResponseOutcome(task);
  if (status === 'completed' && task.state === 'completed' && text !== '') return text;
  const message = error?.message ?? `the agent returned no summary and ended with status ${status}`;
  throw new ResponsesError(500, 'server_error', message);
}
