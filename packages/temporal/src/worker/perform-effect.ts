import { ApplicationFailure, Context } from '@temporalio/activity';
import { apply, type Effects, type Task, type TaskEvent } from '@timestep-ai/timestep/core';
import type { ServedAgent, ServedAgents, HookSlot } from '@timestep-ai/timestep/port';
import { effectsOf, type RecordFailure } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { outlineOf } from '../task/outline.ts';
import {
  EFFECT_LOST,
  UNKNOWN_AGENT,
  type EffectInput,
  type Outcome,
  type Traits,
} from '../task/task-record.ts';
import { createDeltaSender } from './delta-sender.ts';
import { boundsOfEffect, type EffectBounds } from './effect-bounds.ts';
import type { TaskCache } from './task-cache.ts';
import { untilWritten, type Patience } from './until-written.ts';

export interface EffectsSite {
  readonly agents: ServedAgents;
  readonly store: TaskStore;
  readonly cache: TaskCache;
  /** Aborts when the worker stops waiting for effects, which other workers then do. */
  readonly leaving: AbortSignal;
  /** Receives failures that are retried. */
  readonly onError: (thrown: unknown) => void;
  /** Turns an agent's failure into what callers receive. Default: the message of the exception. */
  readonly tell: RecordFailure | undefined;
  readonly hooks?: HookSlot | undefined;
}

/** One kind of effect: its work, the key of its outcome, and the traits to keep with it. */
export interface Performing {
  readonly name: string;
  readonly perform: (effects: Effects) => Promise<TaskEvent>;
  readonly traitsFor?: (effects: Effects, event: TaskEvent) => Promise<Traits | undefined>;
}

/** One attempt of an activity to do its effect. */
interface Attempt extends EffectsSite {
  readonly patience: Patience;
  /** Stops the effect where its agent goes while it is done. */
  readonly gone: AbortController;
}

/** Performs an effect of a task in the running activity, and keeps its outcome in the store. */
export async function performEffect(
  site: EffectsSite,
  input: EffectInput,
  performing: Performing,
): Promise<Outcome> {
  const startedAt = Date.now();
  const { info, cancellationSignal: signal } = Context.current();
  const gone = new AbortController();
  const leaving = AbortSignal.any([site.leaving, gone.signal]);
  const patience = { signal, onError: site.onError };
  const attempt: Attempt = { ...site, leaving, gone, patience };
  const bounds = boundsOfEffect(signal, leaving);
  try {
    const isFirst = info.attempt === 1;
    const outcome = isFirst
      ? await done(attempt, bounds, input, performing)
      : await leftBefore(attempt, input, performing.name);
    return { ...outcome, startedAt };
  } finally {
    bounds.end();
  }
}

/** The outcome that an earlier attempt has left in the store. Throws where there is none. */
async function leftBefore(
  { store, patience }: Attempt,
  { added }: EffectInput,
  name: string,
): Promise<Omit<Outcome, 'startedAt'>> {
  const content = await untilWritten(patience, () => store.content(added.taskId, name));
  // The effect is not repeated here, because the loop knows which effects may be repeated.
  if (content?.kind !== 'event') throw effectLost('the worker is gone, and the outcome is unknown');
  // The outcome may be that of an earlier activity, which received fewer records to write.
  await untilWritten(patience, () => store.append(added));
  const { event, traits } = content;
  return { event: outlineOf(event), ...(traits && { traits }) };
}

async function done(
  { agents, store, cache, leaving, gone, onError, tell, hooks, patience }: Attempt,
  bounds: EffectBounds,
  { added, generation, remainingMs }: EffectInput,
  { name, perform, traitsFor }: Performing,
): Promise<Omit<Outcome, 'startedAt'>> {
  const task = await untilWritten(patience, async () => {
    // These records become durable with the outcome of the effect; until then the workflow has
    // them.
    await store.append(added, 'soon');
    return cache.taskAt(added.taskId, generation);
  });
  bounds.limit(remainingMs, task.origin.limits.time_limit_s);
  const deltas = createDeltaSender(store, task, onError);
  const place = { task, show: deltas.show };
  const served = servedBy(agents, task);
  const stopWatching = agents.watch(() => {
    if (!agents.get(served.name)) gone.abort();
  });
  const effects = effectsOf(place, served, bounds.interrupter, { tell, hooks });
  const performed = async () => {
    const event = await perform(effects);
    if (!traitsFor) return { event, traits: undefined };
    // An environment may know tools by the calls alone, which only the task after the reply has.
    place.task = apply(task, { ...event, generation: task.generation + 1, at: Date.now() });
    return { event, traits: await traitsFor(effects, event) };
  };
  const { event, traits } = await performed().finally(stopWatching);
  deltas.end();
  // The effect was interrupted because the task was canceled, its agent has gone or the effect counted
  // as lost, so the next attempt must not find this outcome.
  const isCalledOff = leaving.aborted || patience.signal.aborted;
  if (isCalledOff && !isDone(event)) throw effectLost('the effect was called off');
  // A worker that finds the reply also needs to know which of its calls need an approval.
  const kept = { kind: 'event', event, ...(traits && { traits }) } as const;
  await untilWritten(patience, () => store.keepOutcome(added, name, kept));
  return {
    event: outlineOf(event),
    ...(bounds.isLate() && { isLate: true }),
    ...(traits && { traits }),
  };
}

function servedBy(agents: ServedAgents, task: Task): ServedAgent {
  const { agent: name } = task.origin;
  const served = agents.get(name);
  if (served) return served;
  throw ApplicationFailure.nonRetryable(`this worker has no agent ${name}`, UNKNOWN_AGENT);
}

function effectLost(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, EFFECT_LOST);
}

const DONE: readonly TaskEvent['type'][] = [
  'prompt.loaded',
  'context.selected',
  'model.replied',
  'tool.returned',
  'question.asked',
  'call.suspended',
];

function isDone({ type }: TaskEvent): boolean {
  return DONE.includes(type);
}
