import { decide, type PlannedCall } from './decide.ts';
import type { TaskEvent } from './event.ts';
import type { Replay } from './message.ts';
import type { Task } from './task.ts';

/** A task's log as the loop needs it: what is known, and where to write what happened. */
export interface DrivenLog {
  readonly task: Task;
  /** Where a log is durable, resolves once the event is; rejects when it cannot be written. */
  append(event: TaskEvent): Task | Promise<Task>;
}

/** What must be known of a tool before it is called. */
export interface ToolTraits {
  readonly replay?: Replay | undefined;
  readonly needsApproval?: boolean | undefined;
}

/** What the loop has done in the world. Each tells what came of it, and rejects for no failure of it. */
export interface Effects {
  loadPrompt(): Promise<TaskEvent>;
  callModel(step: number, attempt: number): Promise<TaskEvent>;
  /** Of the tools there are, by name. */
  toolTraits(): Promise<ReadonlyMap<string, ToolTraits>>;
  callTool(planned: PlannedCall): Promise<TaskEvent>;
}

/**
 * The agent-environment loop: has done what `decide` says and records what came of it, until the
 * task ends or waits for somebody, or `mayGoOn` says between two steps that it is enough. Every
 * effect is recorded before it begins and after it ends.
 */
export async function drive(
  log: DrivenLog,
  effects: Effects,
  mayGoOn: () => boolean = always,
): Promise<void> {
  // What was recorded last. It need not be durable before the next is recorded, only before the next
  // effect begins, so that a result and the intent that follows it share a commit.
  let recorded: unknown;
  function record(event: TaskEvent): void {
    recorded = log.append(event);
    // Whoever waits for it is told of a failure; until then it must not count as unhandled.
    if (recorded instanceof Promise) recorded.catch(ignored);
  }

  while (mayGoOn()) {
    const decision = decide(log.task);
    switch (decision.do) {
      case 'load-prompt':
        record(await effects.loadPrompt());
        // One that was not taken into the log would be loaded again, for ever.
        if (decide(log.task).do === 'load-prompt') await recorded;
        break;
      case 'call-model': {
        const { step, attempt } = decision;
        record({ type: 'model.started', step, attempt });
        await recorded;
        record(await effects.callModel(step, attempt));
        break;
      }
      case 'call-tools':
        await callTools(decision.calls);
        break;
      case 'finish': {
        const { state, reason, error } = decision;
        record({ type: 'task.finished', state, reason, ...(error && { error }) });
        await recorded;
        return;
      }
      case 'wait':
      case 'rest':
        await recorded;
        return;
    }
  }
  await recorded;

  async function callTools(calls: readonly PlannedCall[]): Promise<void> {
    const allowed = calls.filter(({ refusal }) => refusal === undefined);
    for (const { call, refusal: error } of calls) {
      if (error) record({ type: 'tool.failed', callId: call.id, error });
    }
    if (allowed.length === 0) return;
    const traits = await effects.toolTraits();
    const begun: PlannedCall[] = [];
    for (const planned of allowed) {
      const { call, attempt, approved } = planned;
      const { replay, needsApproval = false } = traits.get(call.function.name) ?? {};
      if (needsApproval && !approved) {
        record({ type: 'approval.requested', callId: call.id });
      } else {
        record({ type: 'tool.started', callId: call.id, attempt, ...(replay && { replay }) });
        begun.push(planned);
      }
    }
    await recorded;
    await Promise.all(
      begun.map(async (planned) => {
        record(await effects.callTool(planned));
      }),
    );
  }
}

function always(): boolean {
  return true;
}

function ignored(): void {}
