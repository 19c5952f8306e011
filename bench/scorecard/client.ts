import { setTimeout } from 'node:timers/promises';
import type { Moment } from './kill-points.ts';
import { readLines } from './lines.ts';
import { WORLD_HEADER, type Look, type Piece } from './subject.ts';

/** How a client reaches a story's process, and when it gives up. */
export interface ClientDeps {
  readonly url: string;
  /** Address of the story's world, by which its processes are known. */
  readonly world: string;
  readonly pass: (moment: Moment) => void;
  /** When the running process was started, by `performance.now()`. */
  readonly startedAt: () => number;
  readonly limits: Limits;
}

/** Milliseconds of patience. */
export interface Limits {
  /** Until a task that was accepted must be answered, after the last start of the process. */
  readonly answer: number;
  /** How long a task may be unknown to a process that answers. */
  readonly unknown: number;
  /** After which a person answers a question again that still stands. */
  readonly still: number;
  /** How long a stream may last after the answer is there. */
  readonly stream: number;
}

/** What the client of a story learned. */
export interface Outcome {
  readonly accepted: boolean;
  readonly answer: string | undefined;
  readonly failure: string | undefined;
  readonly approvals: number;
  readonly streamed: string | undefined;
}

const LOOK_MS = 20;

/** Sends a task, approves what is asked, follows the answer, and returns the result. */
export async function beClient(task: string, deps: ClientDeps): Promise<Outcome> {
  const { pass, startedAt, limits } = deps;
  const overdue = (): boolean => performance.now() - startedAt() > limits.answer;
  pass('the task is sent');
  let isAccepted = false;
  while (!isAccepted && !overdue()) isAccepted = (await ask(deps, `submit/${task}`)) !== undefined;
  if (!isAccepted) return nothing(false, 'the task was not accepted');
  pass('the task is accepted');

  const served = watchServing(startedAt);
  const approving = createApprover(task, deps, served);
  let failure: string | undefined = 'there is no answer in time';
  let unknownSince: number | undefined;
  while (!overdue()) {
    const look = parseLook(await ask(deps, `look/${task}`));
    if (look) served.note();
    if (look?.state === 'ended') {
      const streamed = await approving.finishStream(limits.stream);
      pass('the answer has ended');
      return {
        accepted: true,
        answer: look.answer,
        failure: undefined,
        approvals: approving.count(),
        streamed,
      };
    }
    if (look?.state === 'failed') {
      failure = look.reason;
      break;
    }
    unknownSince =
      look?.state === 'unknown'
        ? Math.max(unknownSince ?? performance.now(), served.since())
        : undefined;
    if (unknownSince !== undefined && performance.now() - unknownSince > limits.unknown) {
      failure = 'the task is unknown';
      break;
    }
    if (look?.state === 'waiting') await approving.approve(look.approval);
    await setTimeout(LOOK_MS);
  }
  await approving.finishStream(0);
  return { ...nothing(true, failure), approvals: approving.count() };
}

function nothing(accepted: boolean, failure: string): Outcome {
  return { accepted, answer: undefined, failure, approvals: 0, streamed: undefined };
}

interface Serving {
  /** Notes that the running process has answered. */
  note(): void;
  /** When the running process answered first, by `performance.now()`. */
  readonly since: () => number;
}

/** A busy machine takes long to start a process, which must not count against the process. */
function watchServing(startedAt: () => number): Serving {
  let of: number | undefined;
  let since = performance.now();
  return {
    note() {
      if (of === startedAt()) return;
      of = startedAt();
      since = performance.now();
    },
    since: () => since,
  };
}

interface Approver {
  /** Answers a question, once unless it still stands after a while. */
  approve(approval: string): Promise<void>;
  readonly count: () => number;
  finishStream(withinMs: number): Promise<string | undefined>;
}

function createApprover(task: string, deps: ClientDeps, served: Serving): Approver {
  const answered = new Map<string, number>();
  let leave = new AbortController();
  let count = 0;
  let stream: Promise<string | undefined> | undefined;
  return {
    async approve(approval) {
      const at = answered.get(approval);
      const since = Math.max(at ?? 0, served.since());
      if (at !== undefined && performance.now() - since < deps.limits.still) return;
      if (at === undefined) deps.pass('the approval is asked for');
      if ((await ask(deps, `approve/${task}/${encodeURIComponent(approval)}`)) === undefined)
        return;
      answered.set(approval, performance.now());
      count += 1;
      deps.pass('the approval is given');
      // What is approved again is followed again.
      leave.abort();
      leave = new AbortController();
      stream = follow(task, deps, leave.signal);
    },
    count: () => count,
    async finishStream(withinMs) {
      if (!stream) return undefined;
      const timer = setTimeout(withinMs, undefined, { signal: leave.signal });
      void timer.then(
        () => leave.abort(),
        () => undefined,
      );
      const text = await stream;
      leave.abort();
      return text;
    },
  };
}

/** Follows the answer, again after each loss of the connection, and returns its text. */
async function follow(
  task: string,
  { url, world }: ClientDeps,
  signal: AbortSignal,
): Promise<string | undefined> {
  let pieces: string[] = [];
  while (!signal.aborted) {
    try {
      const response = await fetch(`${url}/follow/${task}/${pieces.length}`, { signal });
      if (response.headers.get(WORLD_HEADER) !== world) throw new Error('another process answers');
      if (response.status === 404) return undefined;
      for await (const line of readLines(response)) {
        const piece = JSON.parse(line) as Piece | 'end';
        if (piece === 'end') return pieces.join('');
        if (piece.restarts) pieces = [];
        pieces.push(piece.text);
      }
    } catch {
      // The process was killed: the stream is looked for again.
    }
    if (!signal.aborted) await setTimeout(LOOK_MS);
  }
  return pieces.join('');
}

/** Returns the text of an answer; undefined where the process did not give one. */
async function ask({ url, world }: ClientDeps, path: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/${path}`, { headers: { connection: 'close' } });
    const text = await response.text();
    if (response.ok && response.headers.get(WORLD_HEADER) === world) return text;
  } catch {
    // The process was killed, or is not there yet.
  }
  await setTimeout(LOOK_MS);
  return undefined;
}

function parseLook(text: string | undefined): Look | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Look);
}
