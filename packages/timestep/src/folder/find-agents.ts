import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAgentFile, isForPeople, MANIFEST } from './agent-paths.ts';

/** What is at a path: one agent, a folder of several, or nothing. */
export interface FoundAgents {
  readonly kind: 'agent' | 'agents' | 'missing';
  /** The folders and files of agents, absolute and in order. */
  readonly paths: readonly string[];
  /** Folders within the path that hold no agent, and may yet. */
  readonly others: readonly string[];
}

/**
 * Finds agents at a path, without reading them: a folder with `tsagent.json`, a `.yaml`, a `.md`, or
 * those that a folder holds. Folders within that one are not looked through. Throws what the file
 * system says of a folder that cannot be read.
 */
export function findAgents(path: string): FoundAgents {
  const named = resolve(path);
  const whole = basename(named) === MANIFEST ? dirname(named) : named;
  const kind = kindOf(whole);
  if (kind === undefined) return { kind: 'missing', paths: [], others: [] };
  if (kind === 'file') return { kind: 'agent', paths: [whole], others: [] };
  if (isAgentFolder(whole)) return { kind: 'agent', paths: [whole], others: [] };
  const paths: string[] = [];
  const others: string[] = [];
  for (const entry of readdirSync(whole, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith('.') || name === 'node_modules') continue;
    const inside = join(whole, name);
    const what = entry.isSymbolicLink() ? kindOf(inside) : entry.isDirectory() ? 'folder' : 'file';
    if (what === 'folder') (isAgentFolder(inside) ? paths : others).push(inside);
    if (what === 'file' && isAgentFile(name) && !isForPeople(name)) paths.push(inside);
  }
  return { kind: 'agents', paths: paths.toSorted(), others };
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    // It is missing, a link to itself, or behind a folder that may not be entered.
    return undefined;
  }
}

function isAgentFolder(path: string): boolean {
  return kindOf(join(path, MANIFEST)) === 'file';
}
