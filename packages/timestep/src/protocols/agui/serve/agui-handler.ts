import { omitUndefined, type ToolLocation } from '#core';
import { createSseResponse, type ReadJson, type SseEvent } from '#protocols/http';
import { RunnerError, type OwnTask, type OwnTasks, type RunnerErrorCode } from '#engine/port';
import { readTraceparentHeader } from '#protocols/trace';
import { readRunInput } from '../read/read-run-input.ts';
import {
  buildNewSubmission,
  buildContinuation,
  findContinuedTaskId,
  type RunRequest,
} from '../read/run-submission.ts';
import { AguiError, toAguiError, createErrorResponse } from '../wire/agui-error.ts';
import type { AguiEvent } from '../wire/agui-event.ts';
import { streamRunEvents } from './run-events.ts';

/** Options of an AG-UI handler. */
export interface AguiHandlerOptions {
  readonly agent: string;
  /** Where the agent's own tools run. Tools in a request run in the application. */
  readonly toolSite?: ToolLocation;
  readonly readJson: ReadJson;
  /** Receives internal errors, which callers see as "internal error". */
  readonly onError: (thrown: unknown) => void;
}

export type AguiHandler = (request: Request, tasks: OwnTasks) => Promise<Response>;

/** Serves one agent over AG-UI 1.0. Never rejects: a failure is an error status or `RUN_ERROR`. */
export function createAguiHandler(options: AguiHandlerOptions): AguiHandler {
  return async (request, tasks) => {
    if (request.method !== 'POST') {
      const refused = new AguiError(405, 'method-not-allowed', 'start a run with a POST request');
      return createErrorResponse(refused, { allow: 'POST' });
    }
    try {
      return await answerRunRequest(options, request, tasks);
    } catch (thrown) {
      if (toAguiError(thrown).status === 500) options.onError(thrown);
      return createErrorResponse(thrown);
    }
  };
}

async function answerRunRequest(
  { agent, toolSite, readJson, onError }: AguiHandlerOptions,
  request: Request,
  tasks: OwnTasks,
): Promise<Response> {
  const body = await readJson(request);
  if (!body.ok) throw new AguiError(body.status, 'bad-body', body.message);
  const input = readRunInput(body.value);
  const traceparent = readTraceparentHeader(request.headers);
  const run: RunRequest = omitUndefined({ agent, input, traceparent, toolSite });
  const own = (await continueTask(run, tasks)) ?? (await tasks.submit(buildNewSubmission(run)));
  const left = new AbortController();
  const newest = async () => (await tasks.find(own.task.id))?.task;
  const events = streamRunEvents({ input, own, newest, signal: left.signal, onError });
  return createSseResponse(toSseEvents(events), { onCancel: () => left.abort() });
}

/** Error codes of a task that has moved on; the run then starts a new task. */
const MOVED_ON_CODES: readonly RunnerErrorCode[] = [
  'task-finished',
  'results-without-call',
  'unknown-call',
  'duplicate-message',
  'task-not-found',
];

/** The run is submitted before the state is read: a repeated run belongs to the accepting task. */
async function continueTask(run: RunRequest, tasks: OwnTasks): Promise<OwnTask | undefined> {
  const { agent, input } = run;
  const isAnswer = input.resume.length > 0;
  const id = findContinuedTaskId(input);
  const found = id === undefined ? undefined : await tasks.find(id);
  const isOwn = found?.task.origin.agent === agent && found.task.contextId === input.threadId;
  const submission = found && isOwn ? buildContinuation(run, found.task) : undefined;
  if (!submission && isAnswer) {
    const message =
      'resume names no open interrupt of this thread: it was already answered, or its task was deleted';
    throw new AguiError(404, 'unknown-interrupt', message, 'resume');
  }
  try {
    return submission && (await tasks.submit(submission));
  } catch (thrown) {
    // Only the waiting task can handle an approval decision.
    if (isAnswer || !(thrown instanceof RunnerError) || !MOVED_ON_CODES.includes(thrown.code))
      throw thrown;
    return undefined;
  }
}

async function* toSseEvents(events: AsyncIterable<AguiEvent>): AsyncGenerator<SseEvent> {
  for await (const event of events) yield { data: JSON.stringify(event) };
}
