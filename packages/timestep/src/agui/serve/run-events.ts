import { isFinal, type NumberedEvent, type Task, type Usage } from '../../core/index.ts';
import { RunnerError, type OwnTask } from '../../port/index.ts';
import { messagesBefore } from '../read/submission.ts';
import { PROTOCOL_VERSION, type AguiEvent, type EndEvent } from '../wire/event.ts';
import type { RunInput } from '../wire/run-input.ts';
import { endOf } from '../write/ending.ts';
import { runWriter } from '../write/run-writer.ts';

/** A run that a task has taken. */
export interface Run {
  readonly input: RunInput;
  readonly own: OwnTask;
  /** The newest state of the task; undefined where the task is gone. */
  readonly newest: () => Promise<Task | undefined>;
  readonly signal: AbortSignal;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * All events of a run. They follow from the log of its task, from the message of the run on, so that a run
 * which is asked for again has the same events; what grows now is shown in pieces.
 */
export async function* runEvents(run: Run): AsyncGenerator<AguiEvent> {
  const { input, own, signal, onError } = run;
  const { threadId, runId } = input;
  const metadata = { task_id: own.task.id };
  yield { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION, metadata };
  const before = messagesBefore(input);
  // A client appends to messages that it holds already, so those of the run are taken back first.
  if (before.length < input.messages.length) {
    yield { type: 'MESSAGES_SNAPSHOT', messages: before.map(({ raw }) => raw) };
  }
  try {
    const isWhole = yield* stepEvents(run);
    if (!isWhole && !signal.aborted) yield brokenOff();
  } catch (thrown) {
    if (signal.aborted) return;
    if (!(thrown instanceof RunnerError)) onError(thrown);
    yield brokenOff();
  }
}

/** The events between the first and the last, and the last; true where the run has come to its end. */
async function* stepEvents({
  input,
  own,
  newest,
  signal,
}: Run): AsyncGenerator<AguiEvent, boolean> {
  const { threadId, runId } = input;
  const first = await own.at(1);
  const writer = runWriter({ taskId: first.id, runId });
  let before = first.origin.metadata?.['run_id'] === runId ? first.usage : undefined;
  /** The task where the run is over, unless more of the run's own events follow. */
  let held: Task | undefined;
  const end = (task: Task, used: Usage): AguiEvent[] => [
    ...writer.breakOff(),
    endOf({ threadId, runId, before: used }, task),
  ];
  for await (const step of own.follow(first, signal)) {
    const sender = step.kind === 'event' ? senderOf(step.event) : undefined;
    if (before === undefined && step.kind === 'event' && sender === runId) {
      before = step.before.usage;
    }
    if (before === undefined) continue;
    if (held && sender !== undefined && sender !== runId) {
      yield* end(held, before);
      return true;
    }
    held = undefined;
    yield* writer.write(step);
    if (step.kind === 'delta' || !isOver(step.task)) continue;
    const { task } = step;
    if (sender !== runId || (await newest())?.generation === task.generation) {
      yield* end(task, before);
      return true;
    }
    held = task;
  }
  return false;
}

/** Whether a run ends here: its task has ended, or waits for the application or a person. */
function isOver(task: Task): boolean {
  return isFinal(task) || task.state === 'input-required';
}

/** The message that an event came with. */
function senderOf(event: NumberedEvent): string | undefined {
  return 'messageId' in event ? event.messageId : undefined;
}

function brokenOff(): EndEvent {
  const message = 'the stream of the run broke off: send the run again with the same runId';
  return { type: 'RUN_ERROR', code: 'stream-broken', message };
}
