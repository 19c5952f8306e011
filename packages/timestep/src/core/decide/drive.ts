import { isThenable } from '../data/maybe-promise.ts';
import { decide, type PlannedCall } from './decide.ts';
import type { TaskEvent } from '../events/event.ts';
import type { Question } from '../message/question.ts';
import type { Replay } from '../message/message.ts';
import type { Task } from '../task/task.ts';

/**
 * The log of a task as the task loop uses it: the current task, and a method that appends events.
 */
export interface TaskEventLog {
  readonly task: Task;
  /** Appends an event. If the log is durable, resolves when the event is durable. */
  append(event: TaskEvent): Task | Promise<Task>;
}

/** Properties of a tool that the task loop needs before it calls the tool. */
export interface ToolTraits {
  readonly replay?: Replay | undefined;
  readonly needsApproval?: boolean | undefined;
}

/** The side effects of the task loop, such as model and tool calls. A failed effect returns a failure event. */
export interface Effects {
  loadPrompt(): Promise<TaskEvent> | TaskEvent;
  selectContext(step: number): Promise<TaskEvent>;
  callModel(step: number, attempt: number): Promise<TaskEvent>;
  loadToolTraits(): Promise<ReadonlyMap<string, ToolTraits>> | ReadonlyMap<string, ToolTraits>;
  callTool(planned: PlannedCall): Promise<TaskEvent>;
  /** Waits until a time in milliseconds since the epoch, or until the run is interrupted. */
  waitUntil(time: number): Promise<void>;
}

/**
 * Runs the task loop until a task ends or waits. Events are recorded before and after each effect.
 */
export async function drive(
  log: TaskEventLog,
  effects: Effects,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  // The write of the newest event, while it is pending. It must be durable before the next effect starts.
  let writing: Promise<unknown> | undefined;
  function recordEvent(event: TaskEvent): void {
    const recorded = log.append(event);
    writing = recorded instanceof Promise ? recorded : undefined;
    writing?.catch(doNothing);
    if (isAskingFailure(event)) recordEvent({ type: 'task.parked', question: event.question });
  }
  let waitedUntil: number | undefined;
  let before: Task | undefined;
  while (shouldContinue()) {
    // If the newest event is not applied yet, `decide` would return the same decision again.
    if (writing && log.task === before) await writing;
    before = log.task;
    const decision = decide(before);
    switch (decision.do) {
      case 'load-prompt': {
        const loading = effects.loadPrompt();
        recordEvent(isThenable(loading) ? await loading : loading);
        break;
      }
      case 'call-model': {
        const { step, attempt, notBefore, selects = false } = decision;
        if (notBefore !== waitedUntil && notBefore !== undefined) {
          await writing;
          await effects.waitUntil(notBefore);
          waitedUntil = notBefore;
          // A message or a cancellation may have arrived during the wait, so decide again.
          break;
        }
        if (selects) recordEvent(await effects.selectContext(step));
        recordEvent({ type: 'model.started', step, attempt });
        if (writing) await writing;
        recordEvent(await effects.callModel(step, attempt));
        break;
      }
      case 'call-tools':
        await callTools(decision.calls);
        break;
      case 'finish': {
        const { state, reason, error } = decision;
        recordEvent({ type: 'task.finished', state, reason, ...(error && { error }) });
        if (writing) await writing;
        return;
      }
      case 'wait':
      case 'rest':
        await writing;
        return;
    }
  }
  await writing;

  async function callTools(calls: readonly PlannedCall[]): Promise<void> {
    const allowed = calls.filter(({ refusal }) => refusal === undefined);
    for (const { call, refusal: error } of calls)
      if (error) recordEvent({ type: 'tool.failed', callId: call.id, error });
    if (allowed.length === 0) return;
    const asked = effects.loadToolTraits();
    const traits = isThenable(asked) ? await asked : asked;
    const begun: PlannedCall[] = [];
    for (const planned of allowed) {
      const { call, attempt, approved, asks, reason } = planned;
      const { replay, needsApproval = false } = traits.get(call.function.name) ?? {};
      if ((asks ?? needsApproval) && !approved) {
        recordEvent({ type: 'approval.requested', callId: call.id, ...(reason && { reason }) });
      } else {
        recordEvent({ type: 'tool.started', callId: call.id, attempt, ...(replay && { replay }) });
        begun.push(planned);
      }
    }
    if (writing) await writing;
    await runToolCalls(begun, effects, recordEvent);
  }
}

/** Runs the calls of a reply at the same time, and records each result when it arrives. */
async function runToolCalls(
  calls: readonly PlannedCall[],
  effects: Pick<Effects, 'callTool'>,
  recordEvent: (event: TaskEvent) => void,
): Promise<void> {
  const first = calls[0];
  // Most replies call one tool, which needs no list of promises.
  if (first && calls.length === 1) return recordEvent(await effects.callTool(first));
  await Promise.all(calls.map((planned) => effects.callTool(planned).then(recordEvent)));
}

type AskingEvent = Extract<TaskEvent, { type: 'model.failed' }> & { readonly question: Question };

function isAskingFailure(event: TaskEvent): event is AskingEvent {
  return event.type === 'model.failed' && event.question !== undefined;
}

/** Prevents an unhandled rejection of a write. A later `await` of the write throws its error. */
function doNothing(): void {}
