import { statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { findAgents, MANIFEST, type FoundAgents } from '../folder/index.ts';
import type { AgentSourcePort, FoundAgent } from './agent-source.ts';
import type { AgentHealth } from './catalog.ts';
import { inParallel } from './in-parallel.ts';
import { pathAgent, type PathAgent, type PathSite } from './path-agent.ts';

/** A path with the agents that are there. */
export interface PathSource extends AgentSourcePort {
  /** Folders in which a change may mean that an agent comes, changes or goes. */
  folders(): readonly string[];
}

/** Files that are read at a time. */
const MOST_READS = 16;
/** An agent whose files are gone may be at work, and may be back in a moment. */
const GONE_MS = 10 * 60_000;
/** File systems give changes within this time the same time stamp. */
const SAME_TIME_MS = 1000;

interface Known {
  readonly agent: PathAgent;
  stamp: string | undefined;
}

/** An agent whose files are gone. */
interface Gone extends Known {
  readonly unschedule: () => void;
}

/** Follows the agents at a path, which need not be there yet. */
export function pathSource(path: string, site: PathSite): PathSource {
  const known = new Map<string, Known>();
  const gone = new Map<string, Gone>();
  let found: FoundAgents = { kind: 'missing', paths: [], others: [] };
  let nobody: FoundAgent | undefined;

  async function look(): Promise<boolean> {
    let why: string | undefined;
    try {
      found = findAgents(path);
      why = absenceOf(path, found);
    } catch (thrown) {
      found = { kind: 'missing', paths: [], others: [] };
      why = `${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
    const before = nobody?.health.why;
    if (why !== before)
      nobody = why === undefined ? undefined : absent(path, why, site.clock.now());
    const isOther = await follow();
    return isOther || why !== before;
  }

  async function follow(): Promise<boolean> {
    const there = new Set(found.paths);
    const missing = [...known].filter(([each]) => !there.has(each));
    for (const [each, one] of missing) letGo(each, one);
    let isOther = missing.length > 0;
    const changed = found.paths.flatMap((each): Known[] => {
      const one = known.get(each) ?? back(each);
      isOther ||= !known.has(each);
      known.set(each, one);
      const stamp = stampOf(each);
      if (stamp !== undefined && stamp === one.stamp) return [];
      one.stamp = stamp;
      return [one];
    });
    const others = await inParallel(changed, MOST_READS, ({ agent }) => agent.read());
    return isOther || others.includes(true);
  }

  /** Ends the tools' servers of an agent later, because it may be at work. */
  function letGo(each: string, one: Known): void {
    known.delete(each);
    const unschedule = site.clock.schedule(GONE_MS, () => {
      gone.delete(each);
      void one.agent.close();
    });
    gone.set(each, { ...one, unschedule });
  }

  /** An agent whose files are there again, or a new one. */
  function back(each: string): Known {
    const one = gone.get(each);
    one?.unschedule();
    gone.delete(each);
    return { agent: one?.agent ?? pathAgent(each, site), stamp: undefined };
  }

  return {
    source: path,
    look,
    agents() {
      const agents = found.paths.flatMap((each) => known.get(each)?.agent ?? []);
      return nobody ? [nobody] : agents;
    },
    folders: () => [...(found.kind === 'agents' ? [path] : []), ...found.paths, ...found.others],
    async close() {
      for (const { unschedule } of gone.values()) unschedule();
      const all = [...known.values(), ...gone.values()];
      await Promise.all(all.map(({ agent }) => agent.close()));
    },
  };
}

function absenceOf(path: string, { kind, paths }: FoundAgents): string | undefined {
  const advice = `give a folder with ${MANIFEST}, a .yaml or .md file, or a folder of these`;
  if (kind === 'missing') return `${path} does not exist: ${advice}`;
  return paths.length === 0 ? `${path} holds no agent: ${advice}` : undefined;
}

function absent(source: string, why: string, at: number): FoundAgent {
  const health: AgentHealth = { state: 'bad', why, at };
  return {
    source,
    kind: 'path',
    facts: undefined,
    health,
    problems: [],
    agents: [],
    servableAs: () => {
      throw new Error(why);
    },
  };
}

/** Equal where the file has not changed; absent where its time stamps do not say. */
function stampOf(path: string): string | undefined {
  const named = statsOf(path);
  const stats = named?.isDirectory() ? statsOf(join(path, MANIFEST)) : named;
  if (!stats || Date.now() - Number(stats.ctimeMs) < SAME_TIME_MS) return undefined;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}

/** Reading the file says better why it cannot be looked at. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
