import { getText, type Message, type ToolMessage } from '@timestep-ai/timestep/core';
import { begunTwice, readLedger } from './ledger.ts';
import {
  DELEGATE,
  FILE,
  mayBeInterrupted,
  OUTCOMES,
  QUOTE,
  RESPONSE_SCENES,
  SIGN,
  TICKS,
  TOOLS,
} from './scenario.ts';
import type { Told } from './story.ts';
import type { Notified, World } from './world.ts';

export interface Comparison {
  /** The same story without a crash. */
  readonly undisturbed?: Told | undefined;
  /** Processes that were stopped: what they were about to do may come late. */
  readonly zombies?: readonly number[];
  /** Whether several processes told receivers at the same time. */
  readonly isShared?: boolean;
}

/** What does not hold of a story that was seen to its end; empty when all does. */
export function breaches(told: Told, world: World, comparison: Comparison = {}): string[] {
  return [
    ...tasksWrong(told),
    ...approvalsWrong(told, world),
    ...callsWrong(told, world, comparison.zombies ?? []),
    ...answersWrong(told, world),
    ...waitsWrong(told, world),
    ...notificationsWrong(told, world, comparison),
    ...begunTwice(readLedger(world.ledger)).map(
      (effect) => `an effect begins once it is recorded, and then once: ${effect}`,
    ),
    ...transcriptsWrong(told, comparison.undisturbed),
  ];
}

function tasksWrong({ tasks, total, helped }: Told): string[] {
  const found: string[] = [];
  for (const { scene, state, transcript } of tasks) {
    const expected = OUTCOMES[scene];
    const heard = usersIn(transcript);
    if (state !== expected.state) found.push(`${scene} is ${expected.state}: ${state}`);
    if (heard !== expected.heard) {
      found.push(`each message is there once and in order in ${scene}: ${heard}`);
    }
    const answer = lastOf(transcript);
    if (answer !== expected.answer) found.push(`${scene} is answered: ${answer}`);
  }
  const callers = tasks.filter(({ agent }) => agent === 'subject');
  const own = tasks.filter(({ scene }) => !RESPONSE_SCENES.includes(scene));
  const awaited = tasks.filter(({ scene }) => scene === 'awaited');
  if (total !== own.length + callers.length + awaited.length) {
    found.push(`each message and each handoff made one task: ${total} in all`);
  }
  const helpers = tasks.filter(({ scene }) => scene === 'delegated' || scene === 'handed');
  if (helped !== helpers.length) {
    found.push(`each piece of work that was handed over a socket made one task: ${helped}`);
  }
  return found;
}

/** Over OpenAI Responses: those of other scenes are compared with the calls of their tools. */
function approvalsWrong({ tasks }: Told, { applied, ledger }: World): string[] {
  if (!tasks.some(({ scene }) => scene === 'signed')) return [];
  const found: string[] = [];
  const { name } = SIGN;
  const signed = [...applied.values()].filter(({ kind }) => kind === name).length;
  if (signed !== 1)
    found.push(`${name} is applied once, for a decision that is made once: ${signed}`);
  const entries = readLedger(ledger);
  const decided = entries.findIndex(({ kind }) => kind === 'decided');
  const before = entries.slice(0, Math.max(0, decided));
  if (before.some((entry) => entry.kind === 'begun' && entry.what === name)) {
    found.push(`${name} does not run before a person has decided`);
  }
  return found;
}

function callsWrong({ tasks }: Told, world: World, zombies: readonly number[]): string[] {
  const found: string[] = [];
  const callers = tasks.filter(({ agent }) => agent === 'subject');
  const results = callers.flatMap(({ scene, transcript }) =>
    TOOLS.map(({ name }) => ({ scene, name, count: resultsIn(transcript, `call-${name}`) })),
  );
  for (const { scene, name, count } of results) {
    if (count !== 1) found.push(`${name} has one recorded result in ${scene}, not ${count}`);
  }
  for (const { scene, transcript } of tasks.filter(({ agent }) => agent === 'busy')) {
    const ticks = transcript.filter(({ role }) => role === 'tool').length;
    if (ticks !== 2 * TICKS) found.push(`every call of ${scene} has a result: ${ticks}`);
  }
  if (tasks.some(({ scene }) => scene === 'background') && !hasApplied(world, FILE.name)) {
    found.push(`${FILE.name} is applied for a response`);
  }
  for (const { name, replay = 'never' } of TOOLS) {
    if (name === 'handoff') continue;
    const asked = world.asked.filter(({ kind }) => kind === name);
    const applied = [...world.applied.values()].filter(({ kind }) => kind === name).length;
    if (replay === 'never') {
      if (asked.length > callers.length) found.push(`${name} never runs twice: ${asked.length}`);
    } else if (applied !== callers.length) {
      found.push(`${name} is applied once a task: ${applied}`);
    }
    if (replay === 'probe') {
      const own = asked.filter(({ pid }) => !zombies.includes(pid)).map(({ key }) => key);
      const keys = new Set(own);
      if (keys.size < own.length) found.push(`${name} is not run again once it has run`);
    }
  }
  return found;
}

function answersWrong({ tasks }: Told, { applied }: World): string[] {
  const asked = tasks.find(({ scene }) => scene === 'asked');
  if (!asked) return [];
  const found: string[] = [];
  const { answers, artifacts } = asked.recorded ?? { answers: 0, artifacts: 0 };
  if (answers !== 1) found.push(`a question is answered once: ${answers}`);
  if (artifacts !== 1) found.push(`an artifact is given once: ${artifacts}`);
  const rounds = [...applied.values()].filter(({ kind }) => kind === 'ask' || kind === QUOTE.name);
  const keys = new Set(rounds.map(({ key }) => key));
  if (rounds.length !== 2 || keys.size !== 2) {
    found.push(`a call has one key before its answer, and one after it: ${[...keys].join(', ')}`);
  }
  return found;
}

/** A call that waits twice is made three times, each with a key of its own. */
function waitsWrong({ tasks }: Told, { applied }: World): string[] {
  if (!tasks.some(({ scene }) => scene === 'awaited')) return [];
  const rounds = [...applied.values()].filter(({ kind }) => kind === DELEGATE.name);
  if (rounds.length === 3) return [];
  return [`a call goes on once for each task that it waits for: ${rounds.length}`];
}

function hasApplied({ applied }: World, name: string): boolean {
  return [...applied.values()].some(({ kind }) => kind === name);
}

function notificationsWrong(
  { tasks }: Told,
  { notified, deliveries }: World,
  { zombies = [], isShared = false }: Comparison,
): string[] {
  const found: string[] = [];
  const told = tasks.filter(({ scene }) => TOLD.includes(scene));
  const byTask = Map.groupBy(notified, ({ taskId }) => taskId);
  if (byTask.size !== told.length) found.push(`each task is told of: ${byTask.size}`);
  for (const ofTask of byTask.values()) {
    const generations = ofTask.map(({ generation }) => generation);
    if (!isRising(generations)) {
      found.push(`notifications come in order: ${generations.join(', ')}`);
    }
    const ends = ofTask.filter(({ state }) => state === 'TASK_STATE_COMPLETED').length;
    if (ends !== 1) found.push(`the end is told once: ${ends}`);
  }
  if (isShared || zombies.length > 0) return found;
  for (const ofTask of Map.groupBy(deliveries, ({ taskId }) => taskId).values()) {
    if (hasGoneBack(ofTask)) found.push('telling goes on from where it was');
  }
  return found;
}

/** Scenes whose tasks the world is told of. */
const TOLD: readonly string[] = ['approved', 'worded', 'talked'];

/** A change of state that was told comes again, though a later one was told as well. */
function hasGoneBack(deliveries: readonly Notified[]): boolean {
  let newest = 0;
  for (const { generation, state } of deliveries) {
    if (state === undefined) continue;
    if (generation < newest) return true;
    newest = generation;
  }
  return false;
}

function transcriptsWrong(told: Told, undisturbed: Told | undefined): string[] {
  if (!undisturbed) return [];
  return told.tasks.flatMap(({ scene, transcript }) => {
    const before = undisturbed.tasks.find((task) => task.scene === scene)?.transcript ?? [];
    const [is, was] = [transcript, before].map(comparable);
    // How much was answered before the second of two quick messages came is chance.
    if (scene === 'talked' || is === was) return [];
    return [`${scene} reads as without a crash: ${firstDifference(is ?? '', was ?? '')}`];
  });
}

/**
 * A transcript but for what a crash may change: a call that may not be made again may be told as
 * interrupted. Each story has a world at an address of its own, peers' tasks ids of their own, and each
 * process a rule of its own.
 */
function comparable(transcript: readonly Message[]): string {
  const text = JSON.stringify(
    transcript.map((message) =>
      isInterrupted(message) ? { ...message, content: ran(message) } : message,
    ),
    (name, value: unknown) => (name === 'provider' ? undefined : value),
  );
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'world').replaceAll(/rule of \d+/g, 'rule');
}

const SHOWN = 80;

function firstDifference(is: string, was: string): string {
  let at = 0;
  while (at < is.length && is[at] === was[at]) at += 1;
  const from = Math.max(0, at - SHOWN / 2);
  return `${is.slice(from, from + SHOWN)} instead of ${was.slice(from, from + SHOWN)}`;
}

function isInterrupted(message: Message): message is ToolMessage {
  if (message.role !== 'tool' || !message.content.includes('"interrupted"')) return false;
  return TOOLS.some(
    (tool) => `call-${tool.name}` === message.tool_call_id && mayBeInterrupted(tool),
  );
}

function ran({ tool_call_id: id }: ToolMessage): string {
  return `ran ${id.slice('call-'.length)}`;
}

function resultsIn(transcript: readonly Message[], callId: string): number {
  return transcript.filter((it) => it.role === 'tool' && it.tool_call_id === callId).length;
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
}

function usersIn(transcript: readonly Message[]): string {
  return transcript.flatMap((it) => (it.role === 'user' ? [getText(it)] : [])).join(',');
}

function lastOf(transcript: readonly Message[]): string {
  const last = transcript.at(-1);
  return last ? getText(last) : '';
}
