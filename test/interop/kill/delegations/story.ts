import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from '@timestep-ai/timestep';
import { createBridgeCaller, createServedCaller, type Caller, type Outcome } from './caller.ts';
import { PEER_POINTS, type AtPoint, type PeerKind, type PeerPoint } from './stock-peer.ts';
import { isUnknown, listBreaches, type SceneRecord } from './verdict.ts';
import { isKilledWithin, isWithinPoint } from './within.ts';

/** How the work comes to the peer. */
export const ROUTES = ['remote', 'bridge', 'handoff', 'sampling'] as const;
type Route = (typeof ROUTES)[number];

export const POINTS = ['sending', ...PEER_POINTS] as const;
type Point = (typeof POINTS)[number];

export interface DelegationStory {
  readonly peers: readonly PeerKind[];
  readonly routes: readonly Route[];
  readonly points: readonly Point[];
  /** Number of kills at random moments, of each route to each peer. */
  readonly kills: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** The environment of the caller, such as the address of a Temporal server. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onScene?: (scene: SceneRecord) => void;
}

export interface DelegationOutcome {
  readonly scenes: number;
  readonly once: number;
  readonly unknown: number;
  readonly seconds: number;
  readonly breaches: readonly string[];
}

/** Milliseconds from a message to its answer, within which random kills fall. */
const LONGEST_MS = 1500;
const LOOK_MS = 100;
const ANSWER_MS = 120_000;
const POINT_MS = 60_000;

/** Kills callers of stock peers at each point of a delegation, and counts the work of the peers. */
export async function delegationStory(story: DelegationStory): Promise<DelegationOutcome> {
  const begunAt = Date.now();
  const scenes: SceneRecord[] = [];
  for (const peer of story.peers) {
    for (const route of story.routes) scenes.push(...(await playRoute(story, peer, route)));
  }
  const breaches = listBreaches(scenes);
  const unknown = scenes.filter(({ outcome }) => isUnknown(outcome)).length;
  const once = scenes.filter((scene) => scene.works === 1 && !isUnknown(scene.outcome)).length;
  const seconds = Math.round((Date.now() - begunAt) / 1000);
  return { scenes: scenes.length, once, unknown, seconds, breaches };
}

interface Stage {
  readonly caller: Caller;
  readonly setPoint: (at: AtPoint) => void;
  readonly countWorks: (text: string) => number;
  readonly ledger: string;
}

async function playRoute(
  story: DelegationStory,
  kind: PeerKind,
  route: Route,
): Promise<SceneRecord[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-delegations-'));
  let atPoint: AtPoint = async () => undefined;
  const peer = await kind.start((point) => atPoint(point));
  const tools = await new Environment({ environmentId: 'tools' }).start({ port: 0 });
  const ledger = join(folder, 'ledger');
  const env = {
    ...story.env,
    ROUTE: route,
    LEDGER: ledger,
    TOOLS: new URL('/mcp', tools.url).href,
  };
  const options = { peer: peer.url, folder, env };
  const caller = route === 'bridge' ? createBridgeCaller(options) : createServedCaller(options);
  const stage: Stage = {
    caller,
    setPoint: (at) => (atPoint = at),
    countWorks: (text) => peer.works.get(text) ?? 0,
    ledger,
  };
  const points: readonly (Point | 'random')[] = [
    ...story.points.filter((point) =>
      point === 'sending' ? route === 'remote' : !kind.lacks?.includes(point),
    ),
    ...Array.from({ length: story.kills }, () => 'random' as const),
  ];
  const records: SceneRecord[] = [];
  try {
    for (const [index, point] of points.entries()) {
      const text = `${kind.name} ${route} ${index}`;
      const played = await playScene(stage, text, point, story.random);
      const { canBeAsked, name } = kind;
      const isWithin = played.isWithin ?? isWithinPoint(kind, point);
      const record = { peer: name, route, point, text, canBeAsked, ...played, isWithin };
      records.push(record);
      story.onScene?.(record);
    }
    return records;
  } finally {
    await caller.kill();
    await Promise.all([peer.close(), tools.close(0)]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playScene(
  { caller, setPoint, countWorks, ledger }: Stage,
  text: string,
  point: Point | 'random',
  random: () => number,
): Promise<Pick<SceneRecord, 'works' | 'outcome'> & { isWithin: boolean | undefined }> {
  const killed = Promise.withResolvers<void>();
  let isArmed = false;
  setPoint(async (passed: PeerPoint) => {
    if (!isArmed || passed !== point) return;
    isArmed = false;
    await caller.kill();
    killed.resolve();
  });
  writeFileSync(ledger, '');
  await caller.kill();
  await caller.start(point === 'sending' ? point : undefined);
  isArmed = point !== 'random' && point !== 'sending';
  const asking = caller.ask(text);
  if (point === 'sending') await caller.died();
  else if (point === 'random') await pause(random() * LONGEST_MS).then(() => caller.kill());
  else await reached(killed.promise, point, () => caller.look(text));
  const isWithin = isKilledWithin(readFileSync(ledger, 'utf8'));
  await caller.start(undefined);
  await asking;
  const outcome = await waitForOutcome(caller, text);
  return { isWithin, works: countWorks(text), outcome };
}

/** Rejects with the outcome so far if the point is not reached in time. */
async function reached(killed: Promise<void>, point: string, look: Caller['look']): Promise<void> {
  const late = new AbortController();
  const isLate = pause(POINT_MS, true, { signal: late.signal }).catch(() => false);
  const wasLate = await Promise.race([killed.then(() => false), isLate]);
  late.abort();
  if (!wasLate) return;
  throw new Error(`${point} was not reached: ${JSON.stringify(await look(point))}`);
}

async function waitForOutcome(caller: Caller, text: string): Promise<Outcome> {
  const until = Date.now() + ANSWER_MS;
  for (;;) {
    const outcome = await caller.look(text);
    if (outcome.state !== 'working' || Date.now() > until) return outcome;
    await pause(LOOK_MS);
  }
}
