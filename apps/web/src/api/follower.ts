import type { FollowRequest, StreamMessage, TaskListQuery } from '@timestep-ai/timestep/view';
import { isSignedOut } from './api-error.ts';
import { createSseParser } from './sse-parser.ts';

/** How the stream is: `idle` where nothing is to be followed, `away` between two attempts to connect. */
export type StreamState = 'idle' | 'connecting' | 'open' | 'away' | 'signed-out';

/** What the follower uses of its surroundings. */
export interface FollowerSite {
  readonly connect: (wanted: FollowRequest, signal: AbortSignal) => Promise<Response>;
  /** Runs a function later; the returned function cancels that. */
  readonly schedule: (delayMs: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onState: (state: StreamState) => void;
}

/** Something to follow, until it is taken back. */
interface Follow {
  /** A task, after the newest event that is known. */
  readonly task?: { readonly id: string; readonly after: number };
  readonly list?: TaskListQuery;
  /** True: how many tasks wait. */
  readonly waiting?: true;
  readonly heard: (message: StreamMessage) => void;
}

/** The one stream of a page. */
export interface Follower {
  /** Follows more; the returned function ends that. */
  follow(what: Follow): () => void;
  /** A page that is hidden and waits for no task keeps no stream open. */
  setHidden(isHidden: boolean): void;
  /** Connects at once, as after signing in. */
  retry(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

interface Followed {
  readonly what: Follow;
  after: number;
  isSettled: boolean;
}

/**
 * Keeps one stream open for all that a page follows, and opens it again where it broke: each event comes once and
 * in order, because a task is asked for after the newest event that was heard.
 */
export function createFollower(site: FollowerSite): Follower {
  const followed = new Set<Followed>();
  let isHidden = false;
  let failures = 0;
  let current: AbortController | undefined;
  let cancelPause: (() => void) | undefined;

  const isRunning = (): boolean => [...followed].some((one) => one.what.task && !one.isSettled);
  const isWanted = (): boolean =>
    [...followed].some((one) => !one.isSettled) && (!isHidden || isRunning());

  function restart(): void {
    cancelPause?.();
    cancelPause = undefined;
    current?.abort();
    current = undefined;
    if (!isWanted()) return site.onState('idle');
    // Several follow at once when a view opens: one stream is opened for all of them.
    cancelPause = site.schedule(0, () => void run());
  }

  async function run(): Promise<void> {
    const connection = new AbortController();
    current = connection;
    site.onState('connecting');
    try {
      const response = await site.connect(wantedBy(followed), connection.signal);
      if (current !== connection) return;
      site.onState('open');
      for await (const message of messagesOf(response)) {
        if (current !== connection) return;
        failures = 0;
        hear(message);
      }
    } catch (thrown) {
      if (current === connection && isSignedOut(thrown)) return site.onState('signed-out');
    }
    if (current !== connection) return;
    current = undefined;
    if (!isWanted()) return site.onState('idle');
    site.onState('away');
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    cancelPause = site.schedule(longest * (0.5 + site.random() / 2), () => void run());
  }

  function hear(message: StreamMessage): void {
    for (const one of followed) {
      if (message.kind === 'list' || message.kind === 'waiting') {
        if (one.what[message.kind]) one.what.heard(message);
        continue;
      }
      if (one.what.task?.id !== message.taskId || isOld(one, message)) continue;
      if (message.kind !== 'task') one.isSettled = true;
      one.what.heard(message);
    }
  }

  return {
    follow(what) {
      const one: Followed = { what, after: what.task?.after ?? 0, isSettled: false };
      followed.add(one);
      restart();
      return () => {
        followed.delete(one);
        restart();
      };
    },
    setHidden(hidden) {
      if (hidden === isHidden) return;
      isHidden = hidden;
      if (isWanted() !== (current !== undefined || cancelPause !== undefined)) restart();
    },
    retry: restart,
  };
}

/** Notes an event as heard; true for one that was heard before. */
function isOld(one: Followed, message: StreamMessage): boolean {
  if (message.kind !== 'task' || message.update.kind !== 'event') return false;
  const { generation } = message.update.event;
  if (generation <= one.after) return true;
  one.after = generation;
  return false;
}

/** A task that two views follow is asked for once, from where the one that knows less is. */
function wantedBy(followed: Iterable<Followed>): FollowRequest {
  const tasks = new Map<string, number>();
  let list: TaskListQuery | undefined;
  let isWaitingWanted = false;
  for (const { what, after, isSettled } of followed) {
    if (what.task && !isSettled) {
      tasks.set(what.task.id, Math.min(after, tasks.get(what.task.id) ?? after));
    }
    list = what.list ?? list;
    isWaitingWanted ||= what.waiting === true;
  }
  return {
    tasks: [...tasks].map(([id, after]) => ({ id, after })),
    ...(list && { list }),
    ...(isWaitingWanted && { waiting: true }),
  };
}

async function* messagesOf({ body }: Response): AsyncGenerator<StreamMessage> {
  if (!body) return;
  const parse = createSseParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const data of parse(value)) yield JSON.parse(data) as StreamMessage;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
