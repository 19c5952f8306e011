import {
  appendMessages,
  createSender,
  omitUndefined,
  type History,
  type JsonObject,
  type Submission,
  type Task,
} from '#core';
import { RunnerError, type Runner, type SessionKey } from '#engine/port';
import { readTraceparentHeader } from '#protocols/trace';
import {
  runExclusively,
  findConversationPosition,
} from '../conversations/conversation-position.ts';
import { checkFilesExist } from '../files/referenced-files.ts';
import { itemsToMessages } from '../read/items-to-messages.ts';
import { readItems, collectReferencedIds } from '../read/read-items.ts';
import {
  findDecisionsAtEnd,
  getTranscriptAtEnd,
  removeApprovalDecisions,
} from '../read/transcript-at-end.ts';
import type { CreateRequest } from '../read/create-request.ts';
import { planTurn, type ResponseTurn, type TurnPlan } from '../read/plan-turn.ts';
import type { Item } from '../wire/response-item.ts';
import { parseApprovalResponseId } from '../wire/approval-id.ts';
import { ResponsesError, createUnsupportedError } from '../wire/responses-error.ts';
import { loadCurrentState } from './current-state.ts';
import {
  loadReferencedData,
  hasEncryptedContent,
  createDecryptor,
} from './load-referenced-data.ts';
import type { EndedResponse } from './finish-response.ts';
import type { StartedTurn } from './response-run.ts';
import {
  findAgentForModel,
  getRunner,
  type AuthenticatedRequest,
  type ResponsesService,
} from './responses-service.ts';
import { assertPromptVariables } from '../read/read-prompt.ts';
import type { ResponsesAgent } from './responses-options.ts';

/** A parsed request, with the response that its WebSocket connection holds. */
export interface RequestedTurn extends AuthenticatedRequest {
  readonly wanted: CreateRequest;
  readonly held?: EndedResponse | undefined;
}

export function startResponseTurn(
  service: ResponsesService,
  asked: RequestedTurn,
): Promise<StartedTurn> {
  const { wanted, principal } = asked;
  const id = wanted.echo.conversation?.id;
  if (id === undefined) return submitTurn(service, asked);
  const key = { principal, id };
  return runExclusively(service, key, () => submitTurn(service, asked, key));
}

async function submitTurn(
  service: ResponsesService,
  asked: RequestedTurn,
  conversation?: SessionKey,
): Promise<StartedTurn> {
  const { wanted, principal, request, held } = asked;
  const agent = findAgentForModel(service.agents, wanted.model);
  const key = createRequestIdPart(service);
  const sent = await readInputItems(service, principal, insertPrompt(agent, wanted), key);
  const place = conversation && (await findConversationPosition(service, conversation, sent));
  const { previous_response_id, store } = wanted.echo;
  const isWhole = place === undefined && previous_response_id === null;
  const decided = isWhole
    ? await findResponseThatAskedApprovals(service, principal, sent)
    : undefined;
  const { items } = decided ?? { items: sent };
  const previous =
    decided?.previous ??
    place?.previous ??
    (await loadPreviousResponse(service, principal, previous_response_id, held));
  const { toolSite } = service;
  const traceparent = readTraceparentHeader(request.headers);
  const carried = place?.carried ?? [];
  const turn: ResponseTurn = {
    id: `resp_${key}`,
    principal,
    agent: agent.name,
    request: wanted,
    items,
    previous,
    carried,
    given: await loadReferencedData(service, principal, [...carried, ...items]),
    ...omitUndefined({ contextId: place?.id, toolSite, traceparent }),
  };
  const runner = getRunner(service, { store });
  const submit = (submission: Submission): Promise<Task> =>
    runner.submit({ ...submission, entry: 'responses', ...createByField(submission) });
  const { plan, from } = await submitPlanOrFallback(
    service,
    submit,
    planTurnByStoreSetting(turn),
    place?.abandoned,
  );
  return { turn, agent, plan, from };
}

/** Names the sender of a message to an existing task. A new task has its principal and entry point already. */
function createByField({ taskId, principal }: Submission): Pick<Submission, 'by'> {
  const by = taskId !== undefined && createSender(principal, 'responses');
  return by ? { by } : {};
}

/**
 * Finds the response that requested these approvals, because clients that keep conversations themselves do not name
 * it.
 */
async function findResponseThatAskedApprovals(
  service: ResponsesService,
  principal: string,
  sent: readonly Item[],
): Promise<Pick<ResponseTurn, 'previous' | 'items'>> {
  const decisions = findDecisionsAtEnd(sent);
  if (!decisions) return { previous: undefined, items: removeApprovalDecisions(sent) };
  const id = parseApprovalResponseId(decisions.requestId) ?? null;
  const isKept = id !== null && (await service.records.get(principal, id)) !== undefined;
  if (!isKept) return { previous: undefined, items: sent };
  return { previous: await loadPreviousResponse(service, principal, id), items: decisions.items };
}

/** Returns a random text that is part of all ids of one request. */
export function createRequestIdPart({ newId }: ResponsesService): string {
  return newId().replaceAll('-', '');
}

/** Reads input items, if any, and replaces references by the stored items. */
export async function readInputItems(
  service: ResponsesService,
  principal: string,
  input: CreateRequest['input'] | undefined,
  key: string,
  param = 'input',
): Promise<Item[]> {
  if (input === undefined) return [];
  await checkFilesExist(service, principal, input, param);
  const stored = new Map<string, Item>();
  for (const id of collectReferencedIds(input)) {
    const item = await service.records.item(principal, id);
    if (item) stored.set(id, item);
  }
  const isHidden = typeof input !== 'string' && input.some(hasEncryptedContent);
  const unseal = await createDecryptor(service, principal, isHidden);
  return readItems(input, key, stored, param, unseal);
}

/** Loads the previous response. Throws `ResponsesError` if it does not exist or is running. */
export async function loadPreviousResponse(
  service: ResponsesService,
  principal: string,
  id: string | null,
  held?: EndedResponse,
): Promise<ResponseTurn['previous']> {
  if (id === null) return undefined;
  if (held?.record.response.id === id) return held;
  const found = await service.records.get(principal, id);
  const task = found && (await service.runner.get(found.taskId));
  const param = 'previous_response_id';
  if (!task) {
    const message = `there is no response ${id} to continue: it was deleted, has expired or was not stored`;
    throw new ResponsesError(400, 'previous_response_not_found', message, param);
  }
  const record = await loadCurrentState(service, found);
  if (record.response.status !== 'in_progress') return { record, task };
  const message = `the response ${id} is still running: wait for it or cancel it`;
  throw new ResponsesError(409, 'previous_response_in_progress', message, param);
}

/** Loads the conversation up to the previous response, and appends `items`. */
export async function loadConversationSoFar(
  service: ResponsesService,
  principal: string,
  previous: ResponseTurn['previous'],
  items: readonly Item[],
): Promise<History> {
  const before = previous && getTranscriptAtEnd(previous.record, previous.task);
  const given = await loadReferencedData(service, principal, items);
  return appendMessages(before?.messages ?? [], itemsToMessages(items, before?.open, given));
}

/** Plans a turn. A response that is not stored always gets its own task, because the waiting task is stored. */
function planTurnByStoreSetting(turn: ResponseTurn): TurnPlan {
  const plan = planTurn(turn);
  if (turn.request.echo.store || plan.submission.taskId === undefined) return plan;
  if (plan.otherwise) return plan.otherwise;
  throw createUnsupportedError(
    'store',
    'an approval continues a stored task, so its response must be stored too: set store: true',
  );
}

async function submitPlanOrFallback(
  service: ResponsesService,
  submit: Runner['submit'],
  plan: TurnPlan,
  abandoned?: string,
): Promise<{ readonly plan: TurnPlan; readonly from: Task }> {
  try {
    const from = await submit(plan.submission);
    const replaced = plan.replaces ?? abandoned;
    if (replaced !== undefined) await service.runner.cancel(replaced).catch(service.onError);
    return { plan, from };
  } catch (thrown) {
    // If another request has answered the same calls first, the turn starts a new task.
    if (!plan.otherwise || !(thrown instanceof RunnerError)) throw thrown;
    return { plan: plan.otherwise, from: await submit(plan.otherwise.submission) };
  }
}

/**
 * Inserts the prompt that a request names before its input. Throws `ResponsesError` if no prompt has this
 * name.
 */
function insertPrompt(
  { name, prompts }: ResponsesAgent,
  { prompt, input }: Pick<CreateRequest, 'prompt' | 'input'>,
): CreateRequest['input'] {
  if (!prompt) return input;
  const found = prompts?.get(prompt.id);
  if (!found)
    throw createPromptNotFoundError(`the agent ${name} has no prompt ${prompt.id}`, 'prompt.id');
  const { version } = prompt;
  if (version !== undefined && version !== prompts?.version) {
    const message = `the prompt ${prompt.id} has the version ${prompts?.version ?? 'of its agent'}, not ${version}`;
    throw createPromptNotFoundError(message, 'prompt.version');
  }
  assertPromptVariables(prompt, found);
  const said = createUserInputItem(found.fill(prompt.variables));
  if (typeof input === 'string') return [said, createUserInputItem(input)];
  return [said, ...input];
}

function createUserInputItem(content: string): JsonObject {
  return { type: 'message', role: 'user', content };
}

function createPromptNotFoundError(message: string, param: string): ResponsesError {
  return new ResponsesError(404, 'prompt_not_found', message, param);
}
