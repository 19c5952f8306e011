import { countMessages, type Task } from '#core';
import { createSseResponse, type SseEvent } from '#protocols/http';
import type { CreateRequest } from '../read/create-request.ts';
import type { ResponseTurn, TurnPlan } from '../read/plan-turn.ts';
import { formatToEcho } from '../read/reply-settings.ts';
import type { ResponseRecord } from '../records/response-record.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { RequestEcho, ResponseObject } from '../wire/response-object.ts';
import { createStartedResponse } from '../write/create-response-object.ts';
import { runResponseToEnd, type ActiveResponse } from './finish-response.ts';
import type { ResponsesAgent } from './responses-options.ts';
import { cancelWaitingTasks, getRunner, type ResponsesService } from './responses-service.ts';

/** A turn whose message the task has accepted. */
export interface StartedTurn {
  readonly turn: ResponseTurn;
  readonly agent: ResponsesAgent;
  readonly plan: TurnPlan;
  /** The task right after it has accepted the message. */
  readonly from: Task;
}

export interface StartedResponse {
  readonly record: ResponseRecord;
  /** Resolves with the response when it has ended. Never rejects. */
  readonly ended: Promise<ResponseObject>;
}

/** Starts a response and generates it until its end, even without a reader. */
export async function startResponse(
  service: ResponsesService,
  begun: StartedTurn,
  signal: AbortSignal,
  tell: ActiveResponse['tell'] = () => undefined,
  onEnd?: ActiveResponse['onEnd'],
): Promise<StartedResponse> {
  const { from } = begun;
  const record = createStartedResponseRecord(begun, service.clock.now());
  const { response } = record;
  try {
    if (response.store) await cancelWaitingTasks(service, await service.records.put(record));
  } catch (thrown) {
    await getRunner(service, response).cancel(from.id);
    throw thrown;
  }
  tell({ type: 'response.created', response });
  tell({ type: 'response.in_progress', response });
  const { id, background } = response;
  const active = { record, from, isLive: !background, signal, tell, onEnd };
  const ended = runResponseToEnd(service, active).finally(() => service.running.delete(id));
  service.running.set(id, ended);
  return { record, ended };
}

/** Starts a response that is streamed to one reader, which may be slow. */
export async function startStreamedResponse(
  service: ResponsesService,
  begun: StartedTurn,
  signal: AbortSignal,
  onEnd?: ActiveResponse['onEnd'],
): Promise<StartedResponse & { readonly events: AsyncIterable<ResponseEvent> }> {
  const queue = createEventQueue();
  const run = await startResponse(service, begun, signal, (event) => queue.push(event), onEnd);
  void run.ended.then(() => queue.close());
  return { ...run, events: queue.read() };
}

/** Streams a response to its caller. If the caller disconnects, the generation is canceled. */
export async function streamToCaller(
  service: ResponsesService,
  request: Request,
  begun: StartedTurn,
  toSse: (events: AsyncIterable<ResponseEvent>) => AsyncIterable<SseEvent>,
): Promise<Response> {
  const left = new AbortController();
  const signal = AbortSignal.any([request.signal, left.signal]);
  const { events } = await startStreamedResponse(service, begun, signal);
  return createSseResponse(toSse(events), { ...service.sseOptions, onCancel: () => left.abort() });
}

function createStartedResponseRecord(
  { turn, agent, plan, from }: StartedTurn,
  createdAt: number,
): ResponseRecord {
  const echo = echoWithOutputFormat(turn.request, agent);
  return {
    principal: turn.principal,
    agent: turn.agent,
    contextId: from.contextId,
    taskId: from.id,
    generation: from.generation,
    begunIn: from.state,
    transcriptLength: countMessages(from),
    instructed: plan.instructed,
    ...(echo.previous_response_id === null &&
      turn.previous && { continues: turn.previous.record.response.id }),
    ...(turn.request.sealsThoughts && { sealsThoughts: true }),
    input: turn.items,
    response: createStartedResponse(turn.id, agent.name, createdAt, echo),
  };
}

/** Returns the fields that the response repeats, with the agent's output format if the request has none. */
function echoWithOutputFormat(
  { echo, settings }: CreateRequest,
  { outputFormat }: ResponsesAgent,
): RequestEcho {
  if (!outputFormat || settings.text?.format) return echo;
  return { ...echo, text: { ...echo.text, format: formatToEcho(outputFormat) } };
}

export interface EventQueue {
  push(event: ResponseEvent): void;
  /** Ends the stream after all events that were added before. */
  close(): void;
  read(): AsyncGenerator<ResponseEvent>;
}

/** Creates a queue that merges unread pieces of an item, so that it never becomes larger than the output. */
export function createEventQueue(): EventQueue {
  let waiting: ResponseEvent[] = [];
  // Index in `waiting` of the unread delta of each output item, by the item's id.
  let deltas = new Map<string, number>();
  let isClosed = false;
  let wake = (): void => undefined;

  function mergeEventIntoQueue(event: ResponseEvent): void {
    if (!('delta' in event)) {
      waiting.push(event);
      return;
    }
    const position = deltas.get(event.item_id) ?? waiting.length;
    const before = waiting[position];
    deltas.set(event.item_id, position);
    waiting[position] =
      before && 'delta' in before ? { ...event, delta: before.delta + event.delta } : event;
  }

  async function waitForQueuedEvent(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    push(event) {
      mergeEventIntoQueue(event);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *read() {
      for (;;) {
        const batch = waiting;
        waiting = [];
        deltas = new Map();
        yield* batch;
        if (waiting.length > 0) continue;
        if (isClosed) return;
        await waitForQueuedEvent();
      }
    },
  };
}
