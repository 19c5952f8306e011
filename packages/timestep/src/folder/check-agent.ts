import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { EnvironmentVariables } from '../model/index.ts';
import { agentFilesSync, type AgentFiles } from './agent-files.ts';
import { isForPeople, MANIFEST, SKILL } from './agent-paths.ts';
import { FolderError } from './folder-error.ts';
import { folderFrom, secretReferences } from './folder-from-files.ts';
import { pathsBelow } from './paths-below.ts';
import { collected, type FolderProblem } from './problem.ts';
import { readSkillFile } from './skill-file.ts';

/** What was found in an agent or a skill. */
export interface Checked {
  /** The file that was looked at, or the folder of an agent. */
  readonly path: string;
  readonly kind: 'agent' | 'skill';
  /** Absent where it could not be read. */
  readonly name?: string;
  readonly problems: readonly FolderProblem[];
}

/**
 * Looks at every agent and skill at or below a path, and finds all that is wrong with them at once.
 * Secrets are not read; variables that are not set are warnings. Throws `FolderError` where there is
 * nothing to look at.
 */
export function checkAgents(path: string, env: EnvironmentVariables = process.env): Checked[] {
  const whole = resolve(path);
  const found = isFileOfAgent(whole) ? [whole] : agentsBelow(whole);
  if (found.length === 0) {
    throw new FolderError(
      `${whole} holds no agent and no skill: name a folder with ${MANIFEST} or ${SKILL}, or a .yaml or .md file`,
    );
  }
  return found.map((each) =>
    basename(each) === SKILL ? checkedSkill(each) : checkedAgent(each, env),
  );
}

/** True for a path that names one agent or skill by its file. */
function isFileOfAgent(path: string): boolean {
  return /\.(?:ya?ml|mdt?)$/.test(path) || basename(path) === MANIFEST;
}

/** Agent folders, agents of one file in folders called `agents`, and skills that belong to no agent. */
function agentsBelow(folder: string): string[] {
  const paths = pathsBelow(folder, '').filter((path) => !isInTests(path));
  const folders = paths.filter((path) => basename(path) === MANIFEST).map((path) => dirname(path));
  const isWithin = (path: string): boolean =>
    folders.some((agent) => agent === '.' || path.startsWith(`${agent}/`));
  const others = paths
    .filter((path) => !isWithin(path))
    .filter((path) => {
      const parent = basename(dirname(join(folder, path)));
      const isAgent = /\.(?:md|ya?ml)$/.test(path) && ['agents', 'agent'].includes(parent);
      return basename(path) === SKILL || (isAgent && !isForPeople(path));
    });
  return [...folders, ...others].map((path) => join(folder, path)).toSorted();
}

/** Examples of mistakes are not what a project consists of. */
function isInTests(path: string): boolean {
  return /(?:^|\/)(?:fixtures|__tests__|testdata)\//.test(path);
}

function checkedAgent(path: string, env: EnvironmentVariables): Checked {
  const { problems, report } = collected();
  const files = filesOrProblem(path, problems);
  // A password store is not asked: it may want a person to unlock it.
  const stored = new Map(files && secretReferences(files).map((named) => [named, named]));
  const folder = files && folderFrom(files, { env, stored, ifMissing: 'warning' }, report);
  return { path, kind: 'agent', ...(folder && { name: folder.name }), problems };
}

function filesOrProblem(path: string, problems: FolderProblem[]): AgentFiles | undefined {
  try {
    return agentFilesSync(path);
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    problems.push({ severity: 'mistake', file: path, line: 1, message: thrown.message });
    return undefined;
  }
}

function checkedSkill(path: string): Checked {
  const { problems, report } = collected();
  const skill = readSkillFile(readFileSync(path, 'utf8'), path, path, report);
  return { path, kind: 'skill', ...(skill && { name: skill.name }), problems };
}
