import type { Submission, ToolSite } from '../../core/index.ts';
import { sseResponse, type ReadJson, type SseEvent } from '../../http/index.ts';
import {
  RunnerError,
  type OwnTask,
  type OwnTasks,
  type RunnerErrorCode,
} from '../../port/index.ts';
import { traceparentIn } from '../../trace/index.ts';
import { readRunInput } from '../read/read-run-input.ts';
import { newSubmission, submissionTo, taskIdIn, type Asking } from '../read/submission.ts';
import { AguiError, asAguiError, refusalOf } from '../wire/agui-error.ts';
import type { AguiEvent } from '../wire/event.ts';
import { runEvents } from './run-events.ts';

/** The agent behind an AG-UI address. */
export interface AguiOptions {
  /** Names the agent of the runs. */
  readonly agent: string;
  /** Where the agent's own tools run; the tools of a request always run at the application. */
  readonly toolSite?: ToolSite;
  readonly readJson: ReadJson;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError: (thrown: unknown) => void;
}

/** Answers the requests of one address. */
export type AguiHandler = (request: Request, tasks: OwnTasks) => Promise<Response>;

/**
 * Serves one agent over AG-UI 1.0 (HTTP and server-sent events) to a caller with these tasks. Never
 * rejects: what is wrong with a request is an error status, what fails later a `RUN_ERROR`.
 */
export function createAguiHandler(options: AguiOptions): AguiHandler {
  return async (request, tasks) => {
    if (request.method !== 'POST') {
      const refused = new AguiError(405, 'method-not-allowed', 'a run begins with a POST');
      const answer = refusalOf(refused);
      answer.headers.set('allow', 'POST');
      return answer;
    }
    try {
      return await answerRun(options, request, tasks);
    } catch (thrown) {
      if (asAguiError(thrown).status === 500) options.onError(thrown);
      return refusalOf(thrown);
    }
  };
}

async function answerRun(
  { agent, toolSite, readJson, onError }: AguiOptions,
  request: Request,
  tasks: OwnTasks,
): Promise<Response> {
  const body = await readJson(request);
  if (!body.ok) throw new AguiError(body.status, 'bad-body', body.message);
  const input = readRunInput(body.value);
  const traceparent = traceparentIn(request.headers);
  const asking: Asking = {
    agent,
    input,
    ...(traceparent !== undefined && { traceparent }),
    ...(toolSite && { toolSite }),
  };
  const own = (await withMessages(asking, tasks)) ?? (await tasks.submit(newSubmission(asking)));
  const left = new AbortController();
  const newest = async () => (await tasks.find(own.task.id))?.task;
  const events = runEvents({ input, own, newest, signal: left.signal, onError });
  return sseResponse(sseEventsOf(events), { onCancel: () => left.abort() });
}

/** Refusals of a task that has moved on; the run is then a new task. */
const MOVED_ON: readonly RunnerErrorCode[] = [
  'task-finished',
  'results-without-call',
  'unknown-call',
  'duplicate-message',
  'task-not-found',
];

/**
 * The task that went on with a run; undefined where the run begins a task. It is asked before the state of
 * the task is looked at, because a run that is sent again belongs to the task that took it.
 */
async function withMessages(asking: Asking, tasks: OwnTasks): Promise<OwnTask | undefined> {
  const { agent, input } = asking;
  const isAnswer = input.resume.length > 0;
  const id = taskIdIn(input);
  const found = id === undefined ? undefined : await tasks.find(id);
  const isOwn = found?.task.origin.agent === agent && found.task.contextId === input.threadId;
  const submission = found && isOwn ? submissionTo(asking, found.task) : undefined;
  if (submission) return submitted(tasks, submission, isAnswer);
  if (!isAnswer) return undefined;
  const message =
    'resume answers no interrupt of this thread: it was answered, or its task is gone';
  throw new AguiError(404, 'unknown-interrupt', message, 'resume');
}

async function submitted(
  tasks: OwnTasks,
  submission: Omit<Submission, 'principal'>,
  isAnswer: boolean,
): Promise<OwnTask | undefined> {
  try {
    return await tasks.submit(submission);
  } catch (thrown) {
    // Decisions make sense only to the task that waits for them.
    if (isAnswer || !(thrown instanceof RunnerError) || !MOVED_ON.includes(thrown.code))
      throw thrown;
    return undefined;
  }
}

async function* sseEventsOf(events: AsyncIterable<AguiEvent>): AsyncGenerator<SseEvent> {
  for await (const event of events) yield { data: JSON.stringify(event) };
}
