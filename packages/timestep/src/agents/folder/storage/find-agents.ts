import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAgentFile, isDocumentation, MANIFEST, PROGRAM_PLACES, SKILL } from './agent-paths.ts';
import { listPathsBelow, readUnlessMissing } from './paths-below.ts';

/** The agents at a path: one agent, a folder of several, or nothing. */
export interface FoundAgents {
  readonly kind: 'agent' | 'agents' | 'missing';
  /** Absolute paths of the agents' folders and files, sorted. */
  readonly paths: readonly string[];
  /** Subfolders of the path that contain no agent yet. */
  readonly others: readonly string[];
}

/**
 * Finds agents at a path, one level deep, and in the folders where other programs keep agents.
 * Throws file system errors.
 */
export function findAgents(path: string): FoundAgents {
  const named = resolve(path);
  const whole = basename(named) === MANIFEST ? dirname(named) : named;
  const kind = getFileKind(whole);
  if (kind === undefined) return { kind: 'missing', paths: [], others: [] };
  if (kind === 'file' || isAgentFolder(whole)) return { kind: 'agent', paths: [whole], others: [] };
  const paths: string[] = [];
  const others: string[] = [];
  // If a folder contains a `SKILL.md`, its other files belong to the skill.
  const isSkill = getFileKind(join(whole, SKILL)) === 'file';
  for (const name of readdirSync(whole)) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    const inside = join(whole, name);
    const what = getFileKind(inside);
    if (what === 'folder') (isAgentFolder(inside) ? paths : others).push(inside);
    if (isSkill || what !== 'file' || isDocumentation(name)) continue;
    if (isAgentFile(name)) paths.push(inside);
  }
  for (const place of PROGRAM_PLACES) {
    const folder = join(whole, place);
    if (getFileKind(folder) !== 'folder') continue;
    others.push(folder);
    const names = readdirSync(folder).filter((name) => isAgentFile(name) && !isDocumentation(name));
    paths.push(...names.map((name) => join(folder, name)));
  }
  return { kind: 'agents', paths: paths.toSorted(), others };
}

/**
 * Finds agents and skills below a folder at any depth: agent folders, files in folders named
 * `agents`, and files with an agent's front matter.
 */
export function findAgentsBelow(folder: string): string[] {
  const paths = listPathsBelow(folder, '').filter((path) => !isTestData(path));
  const folders = paths.filter((path) => basename(path) === MANIFEST).map((path) => dirname(path));
  const skills = paths.filter((path) => basename(path) === SKILL).map((path) => dirname(path));
  const isWithin = (path: string, parents: readonly string[]): boolean =>
    parents.some((parent) => parent === '.' || path.startsWith(`${parent}/`));
  const others = paths.filter((path) => {
    if (isWithin(path, folders)) return false;
    const parent = basename(dirname(join(folder, path)));
    const isAgent = /\.(?:md|ya?ml)$/.test(path) && ['agents', 'agent'].includes(parent);
    if (basename(path) === SKILL) return true;
    if (isDocumentation(path)) return false;
    return isAgent || (!isWithin(path, skills) && describesAgent(join(folder, path)));
  });
  return [...folders, ...others].map((path) => join(folder, path));
}

/**
 * Whether a Markdown file has the front matter of an agent: a name, and a description of when to
 * use it.
 */
function describesAgent(path: string): boolean {
  if (!path.endsWith('.md')) return false;
  const front = readUnlessMissing(path, ['ENOENT', 'EACCES', 'EPERM'], () =>
    readFileSync(path, 'utf8'),
  )?.match(/^---\r?\n([^]*?)\n---/)?.[1];
  return front !== undefined && /^name:/m.test(front) && /^description:/m.test(front);
}

function isTestData(path: string): boolean {
  return /(?:^|\/)(?:fixtures|__tests__|testdata)\//.test(path);
}

export function getFileKind(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

function isAgentFolder(path: string): boolean {
  return getFileKind(join(path, MANIFEST)) === 'file';
}
