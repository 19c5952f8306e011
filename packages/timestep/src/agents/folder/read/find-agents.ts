import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAgentFile, isDocumentation, MANIFEST, SKILL } from '../storage/agent-paths.ts';

/** The agents at a path: one agent, a folder of several, or nothing. */
export interface FoundAgents {
  readonly kind: 'agent' | 'agents' | 'missing';
  /** Absolute paths of the agents' folders and files, sorted. */
  readonly paths: readonly string[];
  /** Subfolders of the path that contain no agent yet. */
  readonly others: readonly string[];
}

/** Finds agents at a path, one level deep. Throws errors of the file system. */
export function findAgents(path: string): FoundAgents {
  const named = resolve(path);
  const whole = basename(named) === MANIFEST ? dirname(named) : named;
  const kind = getFileKind(whole);
  if (kind === undefined) return { kind: 'missing', paths: [], others: [] };
  if (kind === 'file' || isAgentFolder(whole)) return { kind: 'agent', paths: [whole], others: [] };
  const paths: string[] = [];
  const others: string[] = [];
  // The files beside the file of a skill belong to the skill.
  const isSkill = getFileKind(join(whole, SKILL)) === 'file';
  for (const name of readdirSync(whole)) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    const inside = join(whole, name);
    const what = getFileKind(inside);
    if (what === 'folder') (isAgentFolder(inside) ? paths : others).push(inside);
    if (isSkill || what !== 'file' || isDocumentation(name)) continue;
    if (isAgentFile(name)) paths.push(inside);
  }
  return { kind: 'agents', paths: paths.toSorted(), others };
}

function getFileKind(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

function isAgentFolder(path: string): boolean {
  return getFileKind(join(path, MANIFEST)) === 'file';
}
