import { statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { describePathWithoutAgent, findAgents, MANIFEST, type FoundAgents } from '#agents/folder';
import type { AgentSourcePort, FoundAgent, SourceDeps } from './agent-source.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { createPathAgent, type PathAgent } from './path-agent.ts';

export interface PathSource extends AgentSourcePort {
  /** Lists the folders whose changes can add, change or remove an agent of this source. */
  listFolders(): readonly string[];
}

const MOST_READS = 16;
/** Milliseconds until an agent whose files are missing is closed; the files may reappear. */
const GONE_MS = 10 * 60_000;
/** Milliseconds within which two changes of a file can have equal timestamps. */
const SAME_TIME_MS = 1000;

interface KnownAgent {
  readonly agent: PathAgent;
  stamp: string | undefined;
}

/** An agent whose files were deleted, and which will be closed. */
interface RemovedAgent extends KnownAgent {
  readonly unschedule: () => void;
}

/** Watches the agents at a path. The path need not exist yet. */
export function createPathSource(path: string, deps: SourceDeps): PathSource {
  const known = new Map<string, KnownAgent>();
  const gone = new Map<string, RemovedAgent>();
  let found: FoundAgents = { kind: 'missing', paths: [], others: [] };
  let nobody: FoundAgent | undefined;

  async function checkForChanges(): Promise<boolean> {
    let why: string | undefined;
    try {
      found = findAgents(path);
      why = describeMissingAgents(path, found, nobody?.health.why);
    } catch (thrown) {
      found = { kind: 'missing', paths: [], others: [] };
      why = `${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
    const before = nobody?.health.why;
    if (why !== before)
      nobody = why === undefined ? undefined : createMissingAgent(path, why, deps.clock.now());
    const isOther = await updateAgents();
    return isOther || why !== before;
  }

  async function updateAgents(): Promise<boolean> {
    const there = new Set(found.paths);
    const missing = [...known].filter(([each]) => !there.has(each));
    for (const [each, one] of missing) scheduleCloseOfMissingAgent(each, one);
    let isOther = missing.length > 0;
    const changed = found.paths.flatMap((each): KnownAgent[] => {
      const one = known.get(each) ?? restoreOrCreateAgent(each);
      isOther ||= !known.has(each);
      known.set(each, one);
      const stamp = findFileStampUnlessRecent(each);
      if (stamp !== undefined && stamp === one.stamp) return [];
      one.stamp = stamp;
      return [one];
    });
    const others = await mapConcurrently(changed, MOST_READS, ({ agent }) => agent.read());
    return isOther || others.includes(true);
  }

  /** Schedules the closing of an agent's tool servers, because the agent may still be running. */
  function scheduleCloseOfMissingAgent(agentPath: string, one: KnownAgent): void {
    known.delete(agentPath);
    const unschedule = deps.clock.schedule(GONE_MS, () => {
      gone.delete(agentPath);
      void one.agent.close();
    });
    gone.set(agentPath, { ...one, unschedule });
  }

  function restoreOrCreateAgent(agentPath: string): KnownAgent {
    const one = gone.get(agentPath);
    one?.unschedule();
    gone.delete(agentPath);
    return { agent: one?.agent ?? createPathAgent(agentPath, deps), stamp: undefined };
  }

  return {
    source: path,
    check: checkForChanges,
    listAgents() {
      const agents = found.paths.flatMap((each) => known.get(each)?.agent ?? []);
      return nobody ? [nobody] : agents;
    },
    listFolders: () => [
      ...(found.kind === 'agents' ? [path] : []),
      ...found.paths,
      ...found.others,
    ],
    async close() {
      for (const { unschedule } of gone.values()) unschedule();
      const all = [...known.values(), ...gone.values()];
      await Promise.all(all.map(({ agent }) => agent.close()));
    },
  };
}

function describeMissingAgents(
  path: string,
  { kind, paths }: FoundAgents,
  formerReason = '',
): string | undefined {
  const advice = `use a folder with ${MANIFEST}, a .yaml or .md file, or a folder of these`;
  if (kind === 'missing') return `${path} does not exist: ${advice}`;
  if (paths.length > 0) return undefined;
  const reason = `${path} contains no agent: ${advice}`;
  // The folder is searched for hints only if the message is new, because a search reads all files below the folder.
  return formerReason.startsWith(reason)
    ? formerReason
    : `${reason}${describePathWithoutAgent(path)}`;
}

function createMissingAgent(source: string, reason: string, time: number): FoundAgent {
  return {
    source,
    kind: 'path',
    facts: undefined,
    health: { state: 'bad', why: reason, at: time },
    problems: [],
    agents: [],
    getServable: () => {
      throw new Error(reason);
    },
  };
}

/**
 * Returns a stamp that stays equal while the file is unchanged. Undefined if the file changed a
 * moment ago.
 */
function findFileStampUnlessRecent(path: string): string | undefined {
  const named = readStatsOrUndefined(path);
  const stats = named?.isDirectory() ? readStatsOrUndefined(join(path, MANIFEST)) : named;
  if (!stats || Date.now() - Number(stats.ctimeMs) < SAME_TIME_MS) return undefined;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}

/** Returns undefined if the file is not accessible: the error is reported when the file is read. */
function readStatsOrUndefined(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
