import type { Task } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import { traceparentIn } from '../../trace/index.ts';
import { alone, placeIn, type ConversationPlace } from '../conversations/place.ts';
import { checkFiles } from '../files/files-for.ts';
import { readItems, referencesIn } from '../read/items.ts';
import { decisionsAtEnd, withoutDecisions } from '../read/replayed-decisions.ts';
import type { CreateRequest } from '../read/request.ts';
import { planOf, type Turn, type TurnPlan } from '../read/submission.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { Item } from '../wire/item.ts';
import { responseOfApproval } from '../wire/approval-id.ts';
import { previousNotFound, ResponsesError, unsupported } from '../wire/responses-error.ts';
import { asItIs } from './as-it-is.ts';
import { givenFor, isSealed, unsealFor } from './given-for.ts';
import { promptedInput } from './prompted-input.ts';
import type { ResponseRun } from './response-run.ts';
import { agentFor, runnerOf, type Asked, type Service } from './service.ts';

/** A response that nothing keeps but the connection on which it was made, with its task at its end. */
export interface HeldResponse {
  readonly record: ResponseRecord;
  readonly task: Task;
}

/** A request that was read, with what its connection holds. */
export interface WantedTurn extends Asked {
  readonly wanted: CreateRequest;
  readonly held?: HeldResponse | undefined;
}

/** What a response is generated from; the task has taken the submission. */
export type BegunTurn = Pick<ResponseRun, 'turn' | 'agent' | 'plan' | 'from'>;

/** Finds what a request refers to, and submits it. */
export function beginTurn(service: Service, asked: WantedTurn): Promise<BegunTurn> {
  const { wanted, principal } = asked;
  const id = wanted.conversation;
  if (id === undefined) return begin(service, asked);
  return alone(service, { principal, id }, () =>
    begin(service, asked, (items) => placeIn(service, { principal, id }, items)),
  );
}

async function begin(
  service: Service,
  asked: WantedTurn,
  placed?: (items: readonly Item[]) => Promise<ConversationPlace>,
): Promise<BegunTurn> {
  const { wanted, principal, request, held } = asked;
  const agent = agentFor(service.agents, wanted.model);
  const key = newKey(service);
  const sent = await itemsOf(service, principal, promptedInput(agent, wanted), key);
  const place = await placed?.(sent);
  const { previous_response_id, store } = wanted.echo;
  const isWhole = place === undefined && previous_response_id === null;
  const decided = isWhole ? await decidedIn(service, principal, sent) : undefined;
  const { items } = decided ?? { items: sent };
  const previous =
    decided?.previous ??
    place?.previous ??
    (await previousOf(service, principal, previous_response_id, held));
  const { toolSite } = service;
  const traceparent = traceparentIn(request.headers);
  const carried = place?.carried ?? [];
  const turn: Turn = {
    id: `resp_${key}`,
    principal,
    agent: agent.name,
    request: wanted,
    items,
    previous,
    carried,
    given: await givenFor(service, principal, [...carried, ...items]),
    ...(place && { contextId: place.id }),
    ...(toolSite && { toolSite }),
    ...(traceparent !== undefined && { traceparent }),
  };
  const { plan, from } = await submit(service, store, placedPlanOf(turn), place?.abandoned);
  return { turn, agent, plan, from };
}

/**
 * What a conversation that was sent whole says to the task that waits for decisions: clients that keep their
 * conversations themselves do not name the response that asked.
 */
async function decidedIn(
  service: Service,
  principal: string,
  sent: readonly Item[],
): Promise<Pick<Turn, 'previous' | 'items'>> {
  const decisions = decisionsAtEnd(sent);
  if (!decisions) return { previous: undefined, items: withoutDecisions(sent) };
  const id = responseOfApproval(decisions.requestId) ?? null;
  const isKept = id !== null && (await service.records.get(principal, id)) !== undefined;
  if (!isKept) return { previous: undefined, items: sent };
  return { previous: await previousOf(service, principal, id), items: decisions.items };
}

/** What the ids of one request have in common. */
export function newKey({ newId }: Service): string {
  return newId().replaceAll('-', '');
}

/** Input as items; references are replaced by what is stored. */
export async function itemsOf(
  service: Service,
  principal: string,
  input: CreateRequest['input'],
  key: string,
  param = 'input',
): Promise<Item[]> {
  await checkFiles(service, principal, input, param);
  const stored = new Map<string, Item>();
  for (const id of referencesIn(input)) {
    const item = await service.records.item(principal, id);
    if (item) stored.set(id, item);
  }
  const isHidden = typeof input !== 'string' && input.some(isSealed);
  const unseal = await unsealFor(service, principal, isHidden);
  return readItems(input, key, stored, param, unseal);
}

/** The response that a request continues. Throws `ResponsesError` where there is none, or it goes on. */
export async function previousOf(
  service: Service,
  principal: string,
  id: string | null,
  held?: HeldResponse,
): Promise<Turn['previous']> {
  if (id === null) return undefined;
  if (held?.record.response.id === id) return held;
  const found = await service.records.get(principal, id);
  const task = found && (await service.runner.get(found.taskId));
  if (!task) throw previousNotFound(id);
  const record = await asItIs(service, found);
  if (record.response.status === 'in_progress') {
    const message = `the response ${id} is not finished: wait for it or cancel it`;
    throw new ResponsesError(409, 'previous_response_in_progress', message, 'previous_response_id');
  }
  return { record, task };
}

/** An unstored response has a task of its own, because the waiting task is stored. */
function placedPlanOf(turn: Turn): TurnPlan {
  const plan = planOf(turn);
  if (turn.request.echo.store || plan.submission.taskId === undefined) return plan;
  if (plan.otherwise) return plan.otherwise;
  throw unsupported(
    'store',
    'an approval continues a task that is stored, so its response must be stored, too',
  );
}

async function submit(
  service: Service,
  store: boolean,
  plan: TurnPlan,
  abandoned?: string,
): Promise<{ readonly plan: TurnPlan; readonly from: Task }> {
  const runner = runnerOf(service, { store });
  try {
    const from = await runner.submit(plan.submission);
    const replaced = plan.replaces ?? abandoned;
    if (replaced !== undefined) await service.runner.cancel(replaced).catch(service.onError);
    return { plan, from };
  } catch (thrown) {
    // Another request answered the same calls first, so this one becomes a task of its own.
    if (!plan.otherwise || !(thrown instanceof RunnerError)) throw thrown;
    return { plan: plan.otherwise, from: await runner.submit(plan.otherwise.submission) };
  }
}
