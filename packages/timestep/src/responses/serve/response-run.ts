import { messageCountOf, type Task } from '../../core/index.ts';
import type { Turn, TurnPlan } from '../read/submission.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { eventQueue } from '../write/event-queue.ts';
import { begunResponse } from '../write/response.ts';
import { followToEnd, type Concluding } from './conclude.ts';
import type { ResponsesAgent } from './options.ts';
import { release, runnerOf, type Service } from './service.ts';

/** A response that is about to be generated. */
export interface ResponseRun extends Pick<Concluding, 'signal' | 'tell' | 'onEnd'> {
  readonly turn: Turn;
  readonly agent: ResponsesAgent;
  readonly plan: TurnPlan;
  /** The task as it was after it had taken the submission. */
  readonly from: Task;
}

export interface BegunResponse {
  readonly record: ResponseRecord;
  /** The ended response; never rejects. */
  readonly ended: Promise<ResponseObject>;
}

/**
 * Keeps a response from its beginning to its end, even without a reader; resolves when it has
 * begun.
 */
export async function beginResponse(service: Service, run: ResponseRun): Promise<BegunResponse> {
  const { from, signal, tell, onEnd } = run;
  const record = begunRecord(run, service.clock.now());
  const { response } = record;
  try {
    if (response.store) await release(service, await service.records.put(record));
  } catch (thrown) {
    await runnerOf(service, response).cancel(from.id);
    throw thrown;
  }
  tell({ type: 'response.created', response });
  tell({ type: 'response.in_progress', response });
  const place = {
    record,
    from,
    isLive: !response.background,
    signal,
    tell,
    ...(onEnd && { onEnd }),
  };
  return { record, ended: followToEnd(service, place) };
}

/** A response whose events one reader takes. */
export interface ReadResponse extends BegunResponse {
  /** They end with the response. */
  readonly events: AsyncIterable<ResponseEvent>;
}

/** Begins a response for one reader, who may be slow. */
export async function beginRead(
  service: Service,
  run: Omit<ResponseRun, 'tell'>,
): Promise<ReadResponse> {
  const queue = eventQueue();
  const begun = await beginResponse(service, { ...run, tell: (event) => queue.push(event) });
  void begun.ended.then(() => queue.close());
  return { ...begun, events: queue.read() };
}

function begunRecord({ turn, agent, plan, from }: ResponseRun, createdAt: number): ResponseRecord {
  const { echo } = turn.request;
  return {
    principal: turn.principal,
    agent: turn.agent,
    contextId: from.contextId,
    taskId: from.id,
    generation: from.generation,
    begunIn: from.state,
    transcriptLength: messageCountOf(from),
    instructed: plan.instructed,
    ...(echo.previous_response_id === null &&
      turn.previous && { continues: turn.previous.record.response.id }),
    ...(turn.request.sealsThoughts && { sealsThoughts: true }),
    input: turn.items,
    response: begunResponse({ id: turn.id, model: agent.name, createdAt, echo }),
  };
}
