import { posix } from 'node:path';
import type { AgentStorage } from '../port/index.ts';
import { changeOf, checkedEdit, readText, type AgentEdit } from './agent-edit.ts';
import { agentFiles, shownPath, textOf } from './agent-files.ts';
import { SKILL, SKILL_PLACES } from './agent-paths.ts';
import { FolderError } from './folder-error.ts';
import { partsOf } from './front-matter.ts';
import { frontMatterFile, withFrontMatter } from './front-matter-edit.ts';
import { faultOfSkillName, type SkillFile } from './skill-file.ts';
import { skillsIn } from './skills-from-files.ts';

/** What a new skill says. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** What is to be different about a skill; the rest stays. */
export type SkillChanges = Partial<Omit<NewSkill, 'name'>>;

/** A skill as the model reads it. */
export interface LoadedSkill {
  /** The text below the front matter. */
  readonly text: string;
  /** Paths of what the skill brings along, within its folder. */
  readonly resources: readonly string[];
}

/** Reads a skill and lists what it brings along. Rejects with `FolderError`. */
export async function loadSkill(
  storage: AgentStorage,
  { name, path }: Pick<SkillFile, 'name' | 'path'>,
): Promise<LoadedSkill> {
  const file = await readText(storage, path);
  if (!file) throw noSkill(name);
  const folder = posix.dirname(path);
  const paths = await storage.list(folder);
  const resources = paths.filter((one) => one !== path).map((one) => posix.relative(folder, one));
  const text = file.text.replaceAll('\r\n', '\n');
  return { text: (partsOf(text)?.body ?? text).trim(), resources };
}

/** Reads a file that a skill brings along, by its path within the skill. Rejects with `FolderError`. */
export async function loadSkillResource(
  storage: AgentStorage,
  skill: Pick<SkillFile, 'path'>,
  resource: string,
): Promise<string> {
  const folder = posix.dirname(skill.path);
  const path = posix.join(folder, resource);
  const file = path.startsWith(`${folder}/`) ? await storage.read(path) : undefined;
  if (file) return textOf(file);
  throw new FolderError(`the skill has no file ${resource}`, { code: 'no-such-part' });
}

/** The edit that adds a skill. Rejects with `FolderError`, `exists-already` among it. */
export async function createSkill(storage: AgentStorage, skill: NewSkill): Promise<AgentEdit> {
  const { name, description, text } = skill;
  const fault = faultOfSkillName(name);
  if (fault !== undefined) throw new FolderError(`the name "${name}" of a skill ${fault}`);
  const path = `${SKILL_PLACES[0]}/${name}/${SKILL}`;
  const others = await skillsOf(storage);
  if (others.some((other) => other.name === name) || (await storage.read(path))) {
    const message = `there is a skill named ${name} already: choose another name, or change that`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  return checkedEdit(storage, [{ path, after: frontMatterFile({ name, description }, text) }]);
}

/** The edit that changes a skill. Rejects with `FolderError`. */
export async function updateSkill(
  storage: AgentStorage,
  name: string,
  { description, text }: SkillChanges,
): Promise<AgentEdit> {
  const { path } = await skillNamed(storage, name);
  const file = await readText(storage, path);
  if (!file) throw noSkill(name);
  const matter = description === undefined ? {} : { description };
  const after = withFrontMatter(file.text, shownPath(storage, path), matter, text);
  return checkedEdit(storage, changeOf(file, after));
}

/** The edit that removes a skill with all that it brings along. Rejects with `FolderError`. */
export async function removeSkill(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { path } = await skillNamed(storage, name);
  const paths = await storage.list(posix.dirname(path));
  const files = await Promise.all(paths.map((one) => readText(storage, one)));
  return checkedEdit(
    storage,
    files.flatMap((file) => (file ? changeOf(file, undefined) : [])),
  );
}

async function skillNamed(storage: AgentStorage, name: string): Promise<SkillFile> {
  const found = (await skillsOf(storage)).find((skill) => skill.name === name);
  if (!found) throw noSkill(name);
  return found;
}

async function skillsOf(storage: AgentStorage): Promise<SkillFile[]> {
  return skillsIn(await agentFiles({ storage }), () => undefined);
}

function noSkill(name: string): FolderError {
  return new FolderError(`there is not a skill named ${name}`, { code: 'no-such-part' });
}
