import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Effects, PlannedCall, Task, TaskEvent, ToolTraits } from 'timestep/core';
import type { ServedAgent } from 'timestep/port';
import { createInterrupter, effectsOf, interruption, type TellFailure } from 'timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { contentKey } from '../task/content-key.ts';
import { outlineOf } from '../task/outline.ts';
import {
  EFFECT_LOST,
  UNKNOWN_AGENT,
  type EffectInput,
  type Outcome,
  type TaskActivities,
  type Traits,
} from '../task/task-record.ts';
import { createDeltaSender } from './delta-sender.ts';
import { createTaskCache } from './task-cache.ts';
import { untilWritten } from './until-written.ts';

export interface ActivitySite {
  readonly agents: readonly ServedAgent[];
  readonly store: TaskStore;
  /** Aborts when the worker waits no longer for effects to end: others are to do them. */
  readonly leaving: AbortSignal;
  /** Told of failures that are tried again. */
  readonly onError: (thrown: unknown) => void;
  /** What callers are told of an agent's failures; default what was thrown. */
  readonly tell: TellFailure | undefined;
}

const DEFAULT_HEARTBEAT_MS = 5000;

/** An effect's share of the work: what it does, what to keep it under, what else is to be known. */
interface Performing {
  readonly name: string;
  readonly perform: (effects: Effects) => Promise<TaskEvent>;
  readonly traitsFor?: (effects: Effects, event: TaskEvent) => Promise<Traits | undefined>;
}

/** What workflows have done: the effects of the loop, on the agents of this process. */
export function createActivities(site: ActivitySite): TaskActivities {
  const { agents, store, leaving, onError, tell } = site;
  const cache = createTaskCache(store);

  async function effect(input: EffectInput, performing: Performing): Promise<Outcome> {
    const { added, generation, remainingMs } = input;
    const { taskId } = added;
    const { info, cancellationSignal } = Context.current();
    const startedAt = Date.now();
    const interrupter = createInterrupter();
    const stopped = () => interrupter.interrupt(interruption.canceled());
    cancellationSignal.addEventListener('abort', stopped);
    leaving.addEventListener('abort', stopped);
    const stopBeating = beat();
    const limit = { isReached: false };
    let callOff: NodeJS.Timeout | undefined;
    try {
      const patience = { signal: cancellationSignal, onError };
      if (info.attempt > 1) {
        const content = await untilWritten(patience, () => store.content(taskId, performing.name));
        if (content?.kind === 'event') {
          // It may be of an activity before this one, which was given less to write.
          await untilWritten(patience, () => store.append(added));
          return { event: outlineOf(content.event), startedAt };
        }
        // It is not done again here: the loop knows what may be.
        throw effectLost('the worker is gone, and what it did unknown');
      }
      const task = await untilWritten(patience, async () => {
        // Made durable with what the effect leaves; until then the workflow has it.
        await store.append(added, 'soon');
        return cache.taskAt(taskId, generation);
      });
      callOff = setTimeout(() => {
        limit.isReached = true;
        interrupter.interrupt(interruption.timeLimit(task.origin.limits.time_limit_s));
      }, remainingMs);
      const deltas = createDeltaSender(store, task, onError);
      const effects = effectsOf({ task, show: deltas.show }, servedBy(task), interrupter, tell);
      const event = await performing.perform(effects);
      const traits = await performing.traitsFor?.(effects, event);
      deltas.end();
      if (leaving.aborted && !isDone(event)) throw effectLost('the worker was closed');
      await untilWritten(patience, () =>
        store.keepOutcome(added, performing.name, { kind: 'event', event }),
      );
      return {
        event: outlineOf(event),
        startedAt,
        ...(limit.isReached && { isLate: true }),
        ...(traits && { traits }),
      };
    } finally {
      stopBeating();
      clearTimeout(callOff);
      cancellationSignal.removeEventListener('abort', stopped);
      leaving.removeEventListener('abort', stopped);
    }
  }

  function servedBy(task: Task): ServedAgent {
    const { agent: name } = task.origin;
    const served = agents.find((agent) => agent.name === name);
    if (served) return served;
    throw ApplicationFailure.nonRetryable(`this worker has no agent ${name}`, UNKNOWN_AGENT);
  }

  return {
    loadPrompt: (input) =>
      effect(input, { name: contentKey.prompt, perform: (effects) => effects.loadPrompt() }),
    callModel: (input) =>
      effect(input, {
        name: contentKey.model(input.step, input.attempt),
        perform: (effects) => effects.callModel(input.step, input.attempt),
        traitsFor: async (effects, event) => {
          const calls = event.type === 'model.replied' ? event.message.tool_calls : undefined;
          return calls && namedTraits(await effects.toolTraits(), calls);
        },
      }),
    callTool: (input) =>
      effect(input, {
        name: contentKey.tool(input.planned),
        perform: async (effects) => {
          const task = await cache.taskAt(input.added.taskId, input.generation);
          return effects.callTool(wholeCall(task, input.planned));
        },
      }),
    record: (added) => alive(() => store.append(added)),
    closeTask: async (added) => ({ pending: await alive(() => store.close(added)) }),
  };
}

function effectLost(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, EFFECT_LOST);
}

function isDone({ type }: TaskEvent): boolean {
  return type === 'prompt.loaded' || type === 'model.replied' || type === 'tool.returned';
}

/** Gives signs of life for the activity that runs, until that is stopped. */
function beat(): () => void {
  const context = Context.current();
  const everyMs = (context.info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3;
  const beating = setInterval(() => context.heartbeat(), everyMs);
  return () => clearInterval(beating);
}

async function alive<T>(work: () => Promise<T>): Promise<T> {
  const stopBeating = beat();
  try {
    return await work();
  } finally {
    stopBeating();
  }
}

/** The call with its arguments, which the workflow does not know. */
function wholeCall(task: Task, planned: PlannedCall): PlannedCall {
  const state = task.calls.find(({ call }) => call.id === planned.call.id);
  return state ? { ...planned, call: state.call } : planned;
}

function namedTraits(
  traits: ReadonlyMap<string, ToolTraits>,
  calls: readonly PlannedCall['call'][],
): Traits {
  const named = calls.map(({ function: { name } }) => {
    const { replay, needsApproval } = traits.get(name) ?? {};
    return [name, { ...(replay && { replay }), ...(needsApproval && { needsApproval }) }] as const;
  });
  return Object.fromEntries(named);
}
