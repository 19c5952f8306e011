import { mayCall, messageCountOf, type Task } from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import { nameForCaller } from '../wire/namespace.ts';
import { approvalIdOf } from '../wire/approval-id.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import type { OutputScope } from '../write/call-item.ts';
import { outputWriter } from '../write/output-writer.ts';
import { endedResponse, lastEvent, lostResponse } from '../write/response.ts';
import { generate, isOver } from './generation.ts';
import { sealFor } from './given-for.ts';
import { release, runnerOf, type Service } from './service.ts';

/** A response that has begun and must be followed to its end. */
export interface Concluding {
  readonly record: ResponseRecord;
  /** The task as it was when the response began. */
  readonly from: Task;
  /** Whether a reader receives replies while they grow. */
  readonly isLive: boolean;
  /** Aborts when the caller goes away, which ends the generation. */
  readonly signal: AbortSignal;
  /** Receives everything that happens, in order. */
  readonly tell: (event: ResponseEvent) => void;
  /** Receives the response as it is kept, with its task at its end, before its last event. */
  readonly onEnd?: (ended: { readonly record: ResponseRecord; readonly task: Task }) => void;
}

/**
 * Follows a response to its end, even without a reader; returns the ended response. Never rejects.
 */
export function followToEnd(service: Service, concluding: Concluding): Promise<ResponseObject> {
  const { id } = concluding.record.response;
  const ended = conclude(service, concluding).finally(() => service.running.delete(id));
  service.running.set(id, ended);
  return ended;
}

/**
 * Keeps an ended response. Where its task goes on but cannot be followed any more, a stored
 * response stays unfinished, and its end is read from the log later.
 */
async function conclude(
  service: Service,
  { record, from, isLive, signal, tell, onEnd }: Concluding,
): Promise<ResponseObject> {
  const { onError } = service;
  const begun = record.response;
  const runner = runnerOf(service, begun);
  const writer = outputWriter(await outputScope(service, record, from));
  let task = from;
  let response: ResponseObject;
  let isToStay = false;
  try {
    task = await generate({ runner, from, isLive }, signal, (step) =>
      writer.write(step).forEach(tell),
    );
    writer.breakOff().forEach(tell);
    isToStay = !isOver(task);
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
  if (!isToStay) {
    const ended = endedRecord(record, response, task);
    await keep(service, ended).catch(onError);
    onEnd?.({ record: ended, task });
  }
  tell(lastEvent(response));
  return isToStay && begun.background ? begun : response;
}

/** What the items of a response depend on. */
type Scoped = Pick<ResponseRecord, 'principal' | 'agent' | 'continues' | 'sealsThoughts'> & {
  readonly response: Pick<ResponseObject, 'id'> &
    Partial<Pick<ResponseObject, 'previous_response_id' | 'tools' | 'reasoning'>>;
};

/** The scope of a response's items. */
export async function outputScope(
  service: Service,
  { principal, agent, response, continues, sealsThoughts }: Scoped,
  { origin }: Task,
): Promise<OutputScope> {
  const { serverLabel = agent } = service.agents.get(agent) ?? {};
  // Where the secret cannot be read now, a response still has its answer.
  const seal = sealsThoughts && (await sealFor(service, principal).catch(service.onError));
  const key = response.id.replace('resp_', '');
  const before = continues ?? response.previous_response_id ?? '';
  return {
    key,
    serverLabel,
    isCallers: isCallersIn(origin),
    callersName: (tool) => nameForCaller(response.tools ?? [], tool),
    mayRefuse: origin.toolSite === 'client' && origin.settings?.max_tool_calls !== undefined,
    showsThoughts: response.reasoning?.['summary'] != null,
    ...(seal && { seal }),
    approvalId: (callId) => approvalIdOf(before, callId),
  };
}

/**
 * Which tools the caller runs: those it offered, or every allowed tool where the agent's tools run
 * at the client.
 */
function isCallersIn(origin: Task['origin']): (tool: string) => boolean {
  if (origin.toolSite === 'client') return (tool) => mayCall(origin, tool);
  const offered = new Set(origin.clientTools.map((tool) => tool.function.name));
  return (tool) => offered.has(tool);
}

/** The record of an ended response, with its place in its task. */
export function endedRecord(
  record: ResponseRecord,
  response: ResponseObject,
  task: Task,
): ResponseRecord {
  return { ...record, transcriptLength: messageCountOf(task), response };
}

/** Keeps an ended response. Of an unstored response nothing is kept, and its task is erased. */
export async function keep(service: Service, record: ResponseRecord): Promise<void> {
  const { response, taskId } = record;
  if (response.store) await release(service, await service.records.end(record));
  else await runnerOf(service, response).erase(taskId);
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
