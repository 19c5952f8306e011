import { posix } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { createNoSuchPartError } from '../problem.ts';
import type { SkillFile } from '../read/skill-file.ts';
import { decodeTextLeniently } from '../storage/agent-files.ts';
import { getMarkdownBody } from '../text/front-matter.ts';
import { readTextFile } from './agent-edit.ts';

/** A loaded skill, as it is given to the model. */
export interface LoadedSkill {
  readonly text: string;
  /** Paths of the skill's other files, relative to the skill's folder. */
  readonly resources: readonly string[];
}

/** Loads a skill and lists its other files. Rejects with `FolderError`. */
export async function loadSkill(
  storage: AgentStorage,
  { name, path }: Pick<SkillFile, 'name' | 'path'>,
): Promise<LoadedSkill> {
  const file = await readTextFile(storage, path);
  if (!file) throw createNoSuchPartError(`no skill is named ${name}`);
  const folder = posix.dirname(path);
  const paths = await storage.list(folder);
  const resources = paths.filter((one) => one !== path).map((one) => posix.relative(folder, one));
  return { text: getMarkdownBody(file.text), resources };
}

/** Loads another file of a skill by its path relative to the skill. Rejects with `FolderError`. */
export async function loadSkillResource(
  storage: AgentStorage,
  skill: Pick<SkillFile, 'path'>,
  resource: string,
): Promise<string> {
  const folder = posix.dirname(skill.path);
  const path = posix.join(folder, resource);
  const file = path.startsWith(`${folder}/`) ? await storage.read(path) : undefined;
  if (file) return decodeTextLeniently(file);
  throw createNoSuchPartError(`the skill has no file ${resource}`);
}
