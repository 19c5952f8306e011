import { isSettled, type NumberedEvent, type Task, type Usage } from '#core';
import { RunnerError, type OwnTask } from '#engine/port';
import { listEarlierMessages } from '../read/run-submission.ts';
import { PROTOCOL_VERSION, type AguiEvent, type EndEvent } from '../wire/agui-event.ts';
import type { RunInput } from '../wire/run-input.ts';
import { buildEndEvent, toReadableEvent } from '../write/end-event.ts';
import { createRunEventWriter } from '../write/run-writer.ts';

export interface RunContext {
  /** The input, with the id under which the run was accepted. */
  readonly input: RunInput;
  /** The id that the client gave the run. */
  readonly shownRunId: string;
  readonly own: OwnTask;
  /** Message id under which the run was accepted. */
  readonly messageId: string;
  /** Loads the current state of the task. Undefined if the task was deleted. */
  readonly newest: () => Promise<Task | undefined>;
  readonly signal: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

/** Ends a run without any message, which front ends send when a thread opens, without calling the model. */
export function* streamEmptyRun({ threadId, runId }: RunInput): Generator<AguiEvent> {
  yield { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION };
  yield { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' } };
}

/**
 * Streams the events of a run. They are derived from the task's log, so that a repeated run produces the same
 * events.
 */
export async function* streamRunEvents(run: RunContext): AsyncGenerator<AguiEvent> {
  const { input, shownRunId: runId, own, signal, onError } = run;
  const { threadId } = input;
  const metadata = { task_id: own.task.id };
  yield { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION, metadata };
  const before = listEarlierMessages(input);
  // A snapshot removes the client's copies of this run's messages, because its events append them again.
  if (before.length < input.messages.length) {
    yield { type: 'MESSAGES_SNAPSHOT', messages: before.map(({ raw }) => raw) };
  }
  try {
    const isWhole = yield* streamStepEvents(run);
    if (!isWhole && !signal.aborted) yield createStreamBrokenEvent();
  } catch (thrown) {
    if (signal.aborted) return;
    if (!(thrown instanceof RunnerError)) onError(thrown);
    yield createStreamBrokenEvent();
  }
}

/** Streams the events of all steps. Returns true if the run has ended. */
async function* streamStepEvents(run: RunContext): AsyncGenerator<AguiEvent, boolean> {
  const { input, shownRunId, own, messageId, newest, signal } = run;
  const { threadId, runId } = input;
  const first = await own.getAtGeneration(1);
  const writer = createRunEventWriter({ taskId: first.id, runId });
  let before = first.origin.metadata?.['run_id'] === runId ? first.usage : undefined;
  // A step that may be the run's last is held back until it is certain that no events follow.
  let held: Task | undefined;
  const end = (task: Task, used: Usage): AguiEvent[] => [
    ...writer.finish(),
    toReadableEvent(buildEndEvent({ threadId, runId: shownRunId, before: used }, task), input),
  ];
  for await (const step of own.subscribe(first, signal)) {
    const sender = step.kind === 'event' ? getMessageIdOfEvent(step.event) : undefined;
    if (step.kind === 'event' && sender === messageId) before ??= step.before.usage;
    if (before === undefined) continue;
    if (held && sender !== undefined && sender !== messageId) {
      yield* end(held, before);
      return true;
    }
    held = undefined;
    yield* writer.write(step);
    if (step.kind === 'delta') continue;
    const { task } = step;
    if (!isSettled(task)) continue;
    if (sender !== messageId || (await newest())?.generation === task.generation) {
      yield* end(task, before);
      return true;
    }
    held = task;
  }
  return false;
}

function getMessageIdOfEvent(event: NumberedEvent): string | undefined {
  return 'messageId' in event ? event.messageId : undefined;
}

function createStreamBrokenEvent(): EndEvent {
  const message = 'the event stream of the run failed: send the run again with the same runId';
  return { type: 'RUN_ERROR', code: 'stream-broken', message };
}
