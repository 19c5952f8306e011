import { sseResponse, type RefusedBody } from '../../http/index.ts';
import type { Task } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import { traceparentIn } from '../../trace/index.ts';
import { readItems, referencesIn } from '../read/items.ts';
import { readRequest, type CreateRequest } from '../read/request.ts';
import { planOf, type Turn, type TurnPlan } from '../read/submission.ts';
import type { Item } from '../wire/item.ts';
import { previousNotFound, ResponsesError, unsupported } from '../wire/responses-error.ts';
import { eventQueue } from '../write/event-queue.ts';
import { sseEventsOf } from '../write/sse.ts';
import { backgroundStream } from './background-stream.ts';
import { beginResponse } from './response-run.ts';
import { agentFor, runnerOf, type Asked, type Service } from './service.ts';
import { asItIs } from './as-it-is.ts';

/** `POST /v1/responses`: answers at once with a stream, or with the whole response at its end. */
export async function create(service: Service, asked: Asked): Promise<Response> {
  const { request, principal } = asked;
  const body = await service.readJson(request);
  if (!body.ok) {
    throw new ResponsesError(body.status, CODE_OF[body.status], body.message);
  }
  const wanted = readRequest(body.value);
  const agent = agentFor(service.agents, wanted.model);
  const found = await lookUp(service, principal, agent.name, wanted);
  const traceparent = traceparentIn(request.headers);
  const turn = { ...found, ...(traceparent !== undefined && { traceparent }) };
  const { plan, from } = await submit(service, wanted.echo.store, placedPlanOf(turn));

  const left = new AbortController();
  const tell = (): void => undefined;
  if (wanted.background) {
    const run = { turn, agent, from, plan, signal: left.signal, tell };
    const { record } = await beginResponse(service, run);
    if (wanted.stream) return backgroundStream(service, record, -1);
    return Response.json(record.response);
  }
  const signal = AbortSignal.any([request.signal, left.signal]);
  const run = { turn, agent, from, plan, signal };
  if (!wanted.stream) {
    const { ended } = await beginResponse(service, { ...run, tell });
    return Response.json(await ended);
  }
  const queue = eventQueue();
  const { ended } = await beginResponse(service, { ...run, tell: (event) => queue.push(event) });
  void ended.then(() => queue.close());
  return sseResponse(sseEventsOf(queue.read()), {
    onCancel: () => left.abort(),
    ...(service.heartbeatMs !== undefined && { heartbeatMs: service.heartbeatMs }),
  });
}

const CODE_OF: Readonly<Record<RefusedBody['status'], string>> = {
  400: 'invalid_json',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  503: 'unavailable',
};

async function lookUp(
  service: Service,
  principal: string,
  agent: string,
  request: CreateRequest,
): Promise<Turn> {
  const key = service.newId().replaceAll('-', '');
  const stored = new Map<string, Item>();
  for (const id of referencesIn(request.input)) {
    const item = await service.records.item(principal, id);
    if (item) stored.set(id, item);
  }
  const items = readItems(request.input, key, stored);
  const previous = await previousOf(service, principal, request.echo.previous_response_id);
  const { toolSite } = service;
  const id = `resp_${key}`;
  return { id, principal, agent, request, items, previous, ...(toolSite && { toolSite }) };
}

async function previousOf(
  service: Service,
  principal: string,
  id: string | null,
): Promise<Turn['previous']> {
  if (id === null) return undefined;
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
): Promise<{ readonly plan: TurnPlan; readonly from: Task }> {
  const runner = runnerOf(service, { store });
  try {
    const from = await runner.submit(plan.submission);
    if (plan.replaces !== undefined) {
      await service.runner.cancel(plan.replaces).catch(service.onError);
    }
    return { plan, from };
  } catch (thrown) {
    // Another request answered the same calls first, so this one becomes a task of its own.
    if (!plan.otherwise || !(thrown instanceof RunnerError)) throw thrown;
    return { plan: plan.otherwise, from: await runner.submit(plan.otherwise.submission) };
  }
}
