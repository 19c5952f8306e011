import { isPending } from './at-once.ts';
import { decide, type PlannedCall } from './decide.ts';
import type { TaskEvent } from './event.ts';
import type { Replay } from './message.ts';
import type { Task } from './task.ts';

/** A task's log as the loop uses it: the task as it is now, and a way to add events. */
export interface DrivenLog {
  readonly task: Task;
  /** In a durable log, resolves once the event is durable; rejects when it cannot be written. */
  append(event: TaskEvent): Task | Promise<Task>;
}

/** What the loop must know about a tool before it calls the tool. */
export interface ToolTraits {
  readonly replay?: Replay | undefined;
  readonly needsApproval?: boolean | undefined;
}

/**
 * The effects that the loop asks for. Each returns the event that records its outcome; a failure of
 * the effect is such an event, and not a rejection.
 */
export interface Effects {
  loadPrompt(): Promise<TaskEvent> | TaskEvent;
  /** Chooses what the model is to know in answer to the newest message. */
  selectContext(step: number): Promise<TaskEvent>;
  callModel(step: number, attempt: number): Promise<TaskEvent>;
  /** The traits of all tools, by the name of the tool. */
  toolTraits(): Promise<ReadonlyMap<string, ToolTraits>> | ReadonlyMap<string, ToolTraits>;
  callTool(planned: PlannedCall): Promise<TaskEvent>;
}

/**
 * The agent-environment loop: does what `decide` says and records the outcome, until the task ends
 * or must wait, or until `mayGoOn` returns false between two steps. Every effect is recorded before
 * it begins and after it ends.
 */
export async function drive(
  log: DrivenLog,
  effects: Effects,
  mayGoOn: () => boolean = always,
): Promise<void> {
  // The write of the newest event. It must be durable before the next effect begins, but not before
  // the next event is recorded, so that a result and the intent that follows it share a commit.
  let writing: PromiseLike<unknown> | undefined;
  function record(event: TaskEvent): void {
    const recorded = log.append(event);
    writing = isPending(recorded) ? recorded : undefined;
    // A later `await writing` throws the failure; until then it must not count as unhandled.
    writing?.then(ignored, ignored);
  }

  while (mayGoOn()) {
    const decision = decide(log.task);
    switch (decision.do) {
      case 'load-prompt': {
        const loading = effects.loadPrompt();
        record(isPending(loading) ? await loading : loading);
        // An event that did not reach the log would make the loop load the prompt again and again.
        if (decide(log.task).do === 'load-prompt') await writing;
        break;
      }
      case 'call-model': {
        const { step, attempt, selects = false } = decision;
        if (selects) record(await effects.selectContext(step));
        record({ type: 'model.started', step, attempt });
        if (writing) await writing;
        record(await effects.callModel(step, attempt));
        break;
      }
      case 'call-tools':
        await callTools(decision.calls);
        break;
      case 'finish': {
        const { state, reason, error } = decision;
        record({ type: 'task.finished', state, reason, ...(error && { error }) });
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
    for (const { call, refusal: error } of calls) {
      if (error) record({ type: 'tool.failed', callId: call.id, error });
    }
    if (allowed.length === 0) return;
    const asked = effects.toolTraits();
    const traits = isPending(asked) ? await asked : asked;
    const begun: PlannedCall[] = [];
    for (const planned of allowed) {
      const { call, attempt, approved, asks, reason } = planned;
      const { replay, needsApproval = false } = traits.get(call.function.name) ?? {};
      if ((asks ?? needsApproval) && !approved) {
        record({ type: 'approval.requested', callId: call.id, ...(reason && { reason }) });
      } else {
        record({ type: 'tool.started', callId: call.id, attempt, ...(replay && { replay }) });
        begun.push(planned);
      }
    }
    if (writing) await writing;
    await Promise.all(begun.map((planned) => effects.callTool(planned).then(record)));
  }
}

function always(): boolean {
  return true;
}

function ignored(): void {}
