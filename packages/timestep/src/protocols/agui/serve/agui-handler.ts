import { omitUndefined, toArray, type ToolLocation } from '#core';
import { createSseResponse, type ReadJson, type SseEvent } from '#protocols/http';
import { RunnerError, type OwnTask, type OwnTasks, type RunnerErrorCode } from '#engine/port';
import { readTraceparentHeader } from '#protocols/trace';
import { readRunInput } from '../read/read-run-input.ts';
import { replaceSnakeNames } from '../read/snake-names.ts';
import {
  buildNewSubmission,
  buildContinuation,
  findContinuedTaskId,
  type RunRequest,
} from '../read/run-submission.ts';
import type { RunInput } from '../wire/run-input.ts';
import { AguiError, toAguiError, createAguiErrorResponse } from '../wire/agui-error.ts';
import type { AguiEvent } from '../wire/agui-event.ts';
import { streamEmptyRun, streamRunEvents } from './run-events.ts';

/** Options of an AG-UI handler. */
export interface AguiHandlerOptions {
  readonly agent: string;
  /** Where the agent's own tools run. Tools in a request run in the application. */
  readonly toolSite?: ToolLocation;
  readonly readJson: ReadJson;
  /** Callback for internal errors. Callers see only "internal error". */
  readonly onError: (thrown: unknown) => void;
}

export type AguiHandler = (request: Request, tasks: OwnTasks) => Promise<Response>;

/**
 * Creates a handler that serves one agent over AG-UI 1.0. It never rejects: a failure is an error status or
 * `RUN_ERROR`.
 */
export function createAguiHandler(options: AguiHandlerOptions): AguiHandler {
  return async (request, tasks) => {
    if (request.method !== 'POST') {
      const refused = new AguiError(405, 'method-not-allowed', 'start a run with a POST request');
      return createAguiErrorResponse(refused, { allow: 'POST' });
    }
    try {
      return await answerRunRequest(options, request, tasks);
    } catch (thrown) {
      if (toAguiError(thrown).status === 500) options.onError(thrown);
      return createAguiErrorResponse(thrown);
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
  const input = readRunInput(replaceSnakeNames(body.value));
  const traceparent = readTraceparentHeader(request.headers);
  if (input.messages.length === 0 && input.resume.length === 0) {
    return createSseResponse(toSseEvents(streamEmptyRun(input)), {});
  }
  const run: RunRequest = omitUndefined({
    agent,
    input,
    messageId: input.runId,
    traceparent,
    toolSite,
  });
  const { own, accepted } = await submitRunUnderFreeId(run, tasks);
  const left = new AbortController();
  const events = streamRunEvents({
    input: accepted.input,
    shownRunId: input.runId,
    own,
    messageId: accepted.messageId,
    newest: async () => (await tasks.find(own.task.id))?.task,
    signal: left.signal,
    onError,
  });
  return createSseResponse(toSseEvents(events), { onCancel: () => left.abort() });
}

/**
 * Accepts a run, under another id if its own is taken: clients number runs per thread, so that another thread may already
 * have a run with the same id, and some answer an interrupt with the id of the run that it ended.
 */
async function submitRunUnderFreeId(
  run: RunRequest,
  tasks: OwnTasks,
): Promise<{ readonly own: OwnTask; readonly accepted: RunRequest }> {
  const { input, messageId } = run;
  try {
    return { own: await submitRun(run, tasks), accepted: run };
  } catch (thrown) {
    const isTaken = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    if (!isTaken) throw thrown;
    const asAnswer = addAnswersToRunId(run);
    if (!asAnswer && (await hasAcceptedRun(input, tasks))) throw thrown;
    const accepted = asAnswer ?? { ...run, messageId: `${messageId}@${input.threadId}` };
    return { own: await submitRun(accepted, tasks), accepted };
  }
}

/** Gives a run that answers interrupts an id of its own. Undefined if it answers none. */
function addAnswersToRunId(run: RunRequest): RunRequest | undefined {
  const { input } = run;
  if (input.resume.length === 0) return undefined;
  const runId = [input.runId, ...input.resume.map(({ interruptId }) => interruptId)].join('@');
  return { ...run, input: { ...input, runId }, messageId: runId };
}

async function submitRun(run: RunRequest, tasks: OwnTasks): Promise<OwnTask> {
  return (await continueTask(run, tasks)) ?? (await tasks.submit(buildNewSubmission(run)));
}

/** Returns whether one of the newest tasks of a thread has accepted a run. */
async function hasAcceptedRun({ threadId, runId }: RunInput, tasks: OwnTasks): Promise<boolean> {
  const { tasks: newest } = await tasks.list({ contextId: threadId, pageSize: 20 });
  return newest.some(
    ({ origin, entries }) =>
      origin.metadata?.['run_id'] === runId ||
      toArray(entries).some((entry) => entry.messageId === runId),
  );
}

/** Error codes of a task that no longer accepts the run. A new task is started instead. */
const MOVED_ON_CODES: readonly RunnerErrorCode[] = [
  'task-finished',
  'results-without-call',
  'unknown-call',
  'duplicate-message',
  'task-not-found',
];

/**
 * Submits a run to the task that it continues. It is submitted before the task's state is read, because a repeated
 * run belongs to the task that accepted it.
 */
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
    // An approval decision is only valid for the waiting task, so no new task is started.
    if (isAnswer || !(thrown instanceof RunnerError) || !MOVED_ON_CODES.includes(thrown.code))
      throw thrown;
    return undefined;
  }
}

async function* toSseEvents(
  events: AsyncIterable<AguiEvent> | Iterable<AguiEvent>,
): AsyncGenerator<SseEvent> {
  for await (const event of events) yield { data: JSON.stringify(event) };
}
