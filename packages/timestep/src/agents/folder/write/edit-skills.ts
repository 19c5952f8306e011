import { posix } from 'node:path';
import type { AgentStorage } from '../../../engine/port/index.ts';
import { createTextChange, createCheckedEdit, readTextFile, type AgentEdit } from './agent-edit.ts';
import { readAgentFiles, getDisplayPath, decodeText } from '../storage/agent-files.ts';
import { SKILL, SKILL_PLACES } from '../storage/agent-paths.ts';
import { FolderError } from '../folder-error.ts';
import { splitFrontMatter } from '../text/front-matter.ts';
import { formatFrontMatterFile, setFrontMatter } from '../text/front-matter-edit.ts';
import { findSkillNameError, type SkillFile } from '../read/skill-file.ts';
import { collectSkills } from '../read/skills-from-files.ts';

/** The content of a new skill. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** Changes of a skill. Undefined fields stay unchanged. */
export type SkillChanges = Partial<Omit<NewSkill, 'name'>>;

/** A skill in the form that the model reads. */
export interface LoadedSkill {
  readonly text: string;
  /** Relative to the skill's folder. */
  readonly resources: readonly string[];
}

/** Loads a skill and lists its other files. Rejects with `FolderError`. */
export async function loadSkill(
  storage: AgentStorage,
  { name, path }: Pick<SkillFile, 'name' | 'path'>,
): Promise<LoadedSkill> {
  const file = await readTextFile(storage, path);
  if (!file) throw createNoSkillError(name);
  const folder = posix.dirname(path);
  const paths = await storage.list(folder);
  const resources = paths.filter((one) => one !== path).map((one) => posix.relative(folder, one));
  const text = file.text.replaceAll('\r\n', '\n');
  return { text: (splitFrontMatter(text)?.body ?? text).trim(), resources };
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
  if (file) return decodeText(file);
  throw new FolderError(`the skill has no file ${resource}`, { code: 'no-such-part' });
}

/** Rejects with `FolderError`, with the code `exists-already` if the name is taken. */
export async function createSkill(storage: AgentStorage, skill: NewSkill): Promise<AgentEdit> {
  const { name, description, text } = skill;
  const fault = findSkillNameError(name);
  if (fault !== undefined) throw new FolderError(`the skill name "${name}" ${fault}`);
  const path = `${SKILL_PLACES[0]}/${name}/${SKILL}`;
  const others = await listSkills(storage);
  if (others.some((other) => other.name === name) || (await storage.read(path))) {
    const message = `a skill named ${name} already exists: choose another name, or update it`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  return createCheckedEdit(storage, [
    { path, after: formatFrontMatterFile({ name, description }, text) },
  ]);
}

/** Creates the edit that changes a skill. Rejects with `FolderError`. */
export async function updateSkill(
  storage: AgentStorage,
  name: string,
  { description, text }: SkillChanges,
): Promise<AgentEdit> {
  const { path } = await requireSkill(storage, name);
  const file = await readTextFile(storage, path);
  if (!file) throw createNoSkillError(name);
  const matter = description === undefined ? {} : { description };
  const after = setFrontMatter(file.text, getDisplayPath(storage, path), matter, text);
  return createCheckedEdit(storage, createTextChange(file, after));
}

/** Creates the edit that removes a skill with all its files. Rejects with `FolderError`. */
export async function removeSkill(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { path } = await requireSkill(storage, name);
  const paths = await storage.list(posix.dirname(path));
  const files = await Promise.all(paths.map((one) => readTextFile(storage, one)));
  return createCheckedEdit(
    storage,
    files.flatMap((file) => (file ? createTextChange(file, undefined) : [])),
  );
}

async function requireSkill(storage: AgentStorage, name: string): Promise<SkillFile> {
  const found = (await listSkills(storage)).find((skill) => skill.name === name);
  if (!found) throw createNoSkillError(name);
  return found;
}

async function listSkills(storage: AgentStorage): Promise<SkillFile[]> {
  return collectSkills(await readAgentFiles({ storage }), () => undefined);
}

function createNoSkillError(name: string): FolderError {
  return new FolderError(`no skill is named ${name}`, { code: 'no-such-part' });
}
