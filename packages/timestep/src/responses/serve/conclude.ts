import type { Task } from '../../core/index.ts';
import type { StoredResponse } from '../store/response-store.ts';
import { approvalIdOf } from '../wire/approval-id.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import type { OutputScope } from '../write/call-item.ts';
import { outputWriter } from '../write/output-writer.ts';
import { endedResponse, lastEvent, lostResponse } from '../write/response.ts';
import { generate, isOver } from './generation.ts';
import { isHeld, letGo, type Run } from './holding.ts';
import { agentNamed, release, runnerOf, type Serving } from './serving.ts';

/** A response that has begun and is to be seen through to its end. */
export interface Concluding {
  readonly record: StoredResponse;
  /** The task as it was when the response began. */
  readonly from: Task;
  /** Whether a reader is told of replies while they grow. */
  readonly isLive: boolean;
  /** The task's generation when a response was taken up that somebody else had begun. */
  readonly resumedAt?: number;
  /** Until when nobody else sees it through. */
  readonly heldUntil: number;
  /** Aborts when the caller goes away, which ends the generation. */
  readonly signal: AbortSignal;
  /** Told of everything that happens, in order. */
  readonly tell: (event: ResponseEvent) => void;
}

/** Sees a response through, in place of any run there was of it. Returns it as it ended; never rejects. */
export function seeThrough(serving: Serving, concluding: Concluding): Promise<ResponseObject> {
  const { record, heldUntil } = concluding;
  const begun = Promise.withResolvers<ResponseObject>();
  const run: Run = { record, heldUntil, ended: begun.promise };
  const before = serving.running.get(record.response.id);
  if (before) letGo(serving, before);
  serving.running.set(record.response.id, run);
  begun.resolve(conclude(serving, run, concluding));
  return run.ended;
}

/**
 * Sees a response through, whoever watches, and keeps it as it ended; never rejects. Where its task
 * goes on but cannot be followed any more, a response that can be taken up again stays unfinished.
 */
async function conclude(
  serving: Serving,
  run: Run,
  { record, from, isLive, resumedAt, signal, tell }: Concluding,
): Promise<ResponseObject> {
  const { executeTools, onError } = serving;
  const begun = record.response;
  const runner = runnerOf(serving, begun);
  const scope = outputScope(serving, record, from);
  const { isCallers } = scope;
  const writer = outputWriter(scope);
  const generation = {
    responseId: begun.id,
    runner,
    from,
    isCallers,
    executeTools,
    isLive,
    isHeld: () => isHeld(serving, run),
    onError,
    ...(resumedAt !== undefined && { resumedAt }),
  };
  let task = from;
  let response: ResponseObject;
  let isToStay = false;
  try {
    task = await generate(generation, signal, (step) => writer.write(step).forEach(tell));
    writer.breakOff().forEach(tell);
    isToStay = !isOver(isCallers, task);
    if (isToStay) tell(BROKEN);
    response = isToStay
      ? lostResponse(begun, writer.items())
      : endedResponse(begun, writer.items(), from, task, task.updatedAt);
  } catch (thrown) {
    onError(thrown);
    isToStay = begun.background;
    if (!isToStay) await runner.cancel(from.id).catch(onError);
    writer.breakOff().forEach(tell);
    tell(BROKEN);
    response = lostResponse(begun, writer.items());
  }
  if (!isToStay) await keep(serving, endedRecord(record, response, task)).catch(onError);
  if (isToStay) serving.left.push(record);
  letGo(serving, run);
  tell(lastEvent(response));
  return isToStay && begun.background ? begun : response;
}

/** What the items of a response have in common. */
export function outputScope(
  serving: Serving,
  { agent, response }: StoredResponse,
  { origin }: Task,
): OutputScope {
  const { serverLabel = agent } = agentNamed(serving, agent) ?? {};
  const key = response.id.replace('resp_', '');
  const before = response.previous_response_id ?? '';
  return {
    key,
    serverLabel,
    isCallers: isCallersIn(origin, serving),
    approvalId: (callId) => approvalIdOf(before, callId),
  };
}

/** Which tools the caller runs: those it offered, or all where nobody else would run them. */
function isCallersIn(origin: Task['origin'], serving: Serving): (tool: string) => boolean {
  if (origin.toolSite === 'client' && serving.executeTools === undefined) return () => true;
  const offered = new Set(origin.clientTools.map((tool) => tool.function.name));
  return (tool) => offered.has(tool);
}

/** The record of a response that has ended, with where it stands in its task. */
export function endedRecord(
  record: StoredResponse,
  response: ResponseObject,
  task: Task,
): StoredResponse {
  return { ...record, transcriptLength: task.entries?.length ?? 0, response };
}

/** Keeps a response that has ended. Of one that is not stored nothing is kept, its task neither. */
export async function keep(serving: Serving, record: StoredResponse): Promise<void> {
  const { response, taskId } = record;
  if (response.store) await release(serving, await serving.store.end(record));
  else await runnerOf(serving, response).erase(taskId);
}

const TROUBLE = {
  code: 'server_error',
  message: 'the task could not be followed to its end',
  param: null,
} as const;

const BROKEN: ResponseEvent = {
  type: 'error',
  ...TROUBLE,
  error: { type: 'server_error', ...TROUBLE },
};
