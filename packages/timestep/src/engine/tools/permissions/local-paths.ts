import { lstatSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PathFacts } from './path-facts.ts';

/** Names of files that decide what agents may do. */
const DECIDING_FILES: ReadonlySet<string> = new Set([
  'tsagent.json',
  'mcp.json',
  '.mcp.json',
  'pins.json',
  '.env',
  'trust.json',
]);

/**
 * Returns the facts about this machine that path rules need: its home folder, and whether file names ignore
 * case.
 */
export function getHomeAndCaseFacts(): PathFacts {
  return { home: homedir(), foldsCase: ['darwin', 'win32'].includes(process.platform) };
}

/**
 * Facts about the file system for judging a rule that a person approved when asked. For a tool that may run
 * on this machine, links are followed, and files that decide what agents may do need another question.
 */
export function getGuardedPathFacts(): PathFacts {
  return {
    ...getHomeAndCaseFacts(),
    guarded: [join(homedir(), '.config/timestep')],
    guardedNames: DECIDING_FILES,
    readLink: process.platform === 'win32' ? undefined : readLink,
  };
}

/** Returns the text of a symbolic link. Undefined if there is none. */
export function readLink(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
