import { canCallTool, countMessages, type Task } from '#core';
import { isClosedError, type Runner } from '#engine/port';
import type { ResponseRecord } from '../records/response-record.ts';
import { findCallerToolName } from '../wire/tool-namespace.ts';
import { createApprovalId } from '../wire/approval-id.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import type { OutputScope } from '../write/response-output.ts';
import { createOutputWriter } from '../write/output-writer.ts';
import { waitOrRefusalToEvents } from '../write/waiting-response.ts';
import {
  createEndedResponse,
  createStoppedFailure,
  createFinalResponseEvent,
  createResponseOfUnreadableTask,
  LOST_UPDATES,
} from '../write/create-response-object.ts';
import { readToResponseEnd, isResponseOver } from './response-source.ts';
import { createEncryptor } from './load-referenced-data.ts';
import { cancelWaitingTasks, getRunner, type ResponsesService } from './responses-service.ts';

export interface ActiveResponse {
  readonly record: ResponseRecord;
  /** State of the task when the response started. */
  readonly from: Task;
  /** Whether a reader receives partial output. */
  readonly isLive: boolean;
  /** Signal that aborts if the caller disconnects, which cancels the generation. */
  readonly signal: AbortSignal;
  readonly tell: (event: ResponseEvent) => void;
  /** Called when the response has ended, before its last event is sent. */
  readonly onEnd?: ((ended: EndedResponse) => void) | undefined;
}

/** A response that has ended, with the state of its task at that time. */
export interface EndedResponse {
  readonly record: ResponseRecord;
  readonly task: Task;
}

/**
 * Generates a response until its end, even without a reader. If the process stops first, the response stays
 * `in_progress`, and is later completed from the log. Never rejects.
 */
export async function runResponseToEnd(
  service: ResponsesService,
  { record, from, isLive, signal, tell, onEnd }: ActiveResponse,
): Promise<ResponseObject> {
  const { onError } = service;
  const begun = record.response;
  const runner = getRunner(service, begun);
  const writer = createOutputWriter(await buildOutputScope(service, record, from));
  let task = from;
  let response: ResponseObject;
  let isToStay = false;
  try {
    task = await readToResponseEnd(
      { runner, from, isLive, handler: service.state },
      signal,
      (step) => {
        writer.write(step).forEach(tell);
        waitOrRefusalToEvents(step, begun).forEach(tell);
      },
    );
    const isOver = isResponseOver(task);
    if (!isOver && begun.store && (await wasRunnerClosed(runner, from.id)))
      return endStreamWithoutFinalEvent(begun, tell);
    writer.breakOff().forEach(tell);
    isToStay = !isOver;
    if (isToStay) tell(STREAM_FAILED);
    response = isToStay
      ? createResponseOfUnreadableTask(begun, writer.items())
      : createEndedResponse(begun, writer.items(), from, task, task.updatedAt);
  } catch (thrown) {
    if (isClosedError(thrown) && begun.store) return endStreamWithoutFinalEvent(begun, tell);
    onError(thrown);
    isToStay = begun.background;
    if (!isToStay) await runner.cancel(from.id).catch(onError);
    writer.breakOff().forEach(tell);
    tell(STREAM_FAILED);
    response = createResponseOfUnreadableTask(begun, writer.items());
  }
  if (!isToStay) {
    const ended = { ...record, transcriptLength: countMessages(task), response };
    await storeResponseOrEraseTask(service, ended).catch(onError);
    onEnd?.({ record: ended, task });
  }
  tell(createFinalResponseEvent(response));
  return isToStay && begun.background ? begun : response;
}

/** Returns whether the runner was closed while the task was running. */
async function wasRunnerClosed(runner: Runner, taskId: string): Promise<boolean> {
  try {
    const now = await runner.get(taskId);
    return now !== undefined && !isResponseOver(now);
  } catch (thrown) {
    return isClosedError(thrown);
  }
}

/** Ends the stream without a final event, because the next process resumes the task and completes the response. */
function endStreamWithoutFinalEvent(
  begun: ResponseObject,
  tell: ActiveResponse['tell'],
): ResponseObject {
  const failure = { ...createStoppedFailure(begun.id), param: null };
  tell({ ...failure, type: 'error', error: failure });
  return begun;
}

type ScopeSource = Pick<ResponseRecord, 'principal' | 'agent' | 'continues' | 'sealsThoughts'> & {
  readonly response: Pick<ResponseObject, 'id'> &
    Partial<Pick<ResponseObject, 'previous_response_id' | 'tools' | 'reasoning'>>;
};

export async function buildOutputScope(
  service: ResponsesService,
  { principal, agent, response, continues, sealsThoughts }: ScopeSource,
  { origin }: Task,
): Promise<OutputScope> {
  const { serverLabel = agent, outputFormat } = service.agents.get(agent) ?? {};
  // If encryption fails, the response is sent without encrypted reasoning.
  const seal = sealsThoughts && (await createEncryptor(service, principal).catch(service.onError));
  const key = response.id.replace('resp_', '');
  const before = continues ?? response.previous_response_id ?? '';
  return {
    key,
    serverLabel,
    isCallers: createCallerToolCheck(origin),
    callersName: (tool) => findCallerToolName(response.tools ?? [], tool),
    hasOutput: outputFormat !== undefined && origin.settings?.text?.format === undefined,
    mayRefuse: origin.toolSite === 'client' && origin.settings?.max_tool_calls !== undefined,
    showsThoughts: response.reasoning?.['summary'] != null,
    ...(seal && { seal }),
    approvalId: (callId) => createApprovalId(before, callId),
  };
}

/**
 * Creates a function that returns whether the caller executes a tool: all tools if they run at the client,
 * otherwise its own.
 */
function createCallerToolCheck(origin: Task['origin']): (tool: string) => boolean {
  if (origin.toolSite === 'client') return (tool) => canCallTool(origin, tool);
  const offered = new Set(origin.clientTools.map((tool) => tool.function.name));
  return (tool) => offered.has(tool);
}

/** Stores a response, or erases its task if the response must not be stored. */
export async function storeResponseOrEraseTask(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<void> {
  const { response, taskId } = record;
  if (response.store) await cancelWaitingTasks(service, await service.records.end(record));
  else await getRunner(service, response).erase(taskId);
}

const STREAM_FAILURE = { ...LOST_UPDATES, param: null };

const STREAM_FAILED: ResponseEvent = { ...STREAM_FAILURE, type: 'error', error: STREAM_FAILURE };
