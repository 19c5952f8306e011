import { posix } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { FolderError } from '../problem.ts';
import { collectSkills } from '../read/collect-skills.ts';
import { type SkillFile, findSkillNameError } from '../read/skill-file.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import { SKILL_PLACES, SKILL } from '../storage/agent-paths.ts';
import { formatFrontMatterFile } from '../text/front-matter-edit.ts';
import { type AgentEdit, createFileChanges } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';
import { createNewPartEdit, createFrontMatterEdit, requirePartFile } from './part-edit.ts';

/** The content of a new skill. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** Changes of a skill. Undefined fields stay unchanged. */
export type SkillChanges = Partial<Omit<NewSkill, 'name'>>;

/** Creates the edit that adds a skill. Rejects with `FolderError`, or `exists-already`. */
export async function planNewSkill(storage: AgentStorage, skill: NewSkill): Promise<AgentEdit> {
  const { name } = skill;
  const fault = findSkillNameError(name);
  if (fault !== undefined) throw new FolderError(`the skill name "${name}" ${fault}`);
  return createNewPartEdit(
    storage,
    'skill',
    name,
    await listSkills(storage),
    formatSkillFile(skill),
  );
}

export function formatSkillFile(skill: NewSkill): [path: string, text: string] {
  const { name, description, text } = skill;
  const path = `${SKILL_PLACES[0]}/${name}/${SKILL}`;
  return [path, formatFrontMatterFile({ name, description }, text)];
}

/** Creates the edit that changes a skill. Rejects with `FolderError`. */
export async function planSkillUpdate(
  storage: AgentStorage,
  name: string,
  { description, text }: SkillChanges,
): Promise<AgentEdit> {
  const file = await requireSkill(storage, name);
  const matter = description === undefined ? {} : { description };
  return createFrontMatterEdit(storage, file, matter, text);
}

/** Creates the edit that removes a skill with all its files. Rejects with `FolderError`. */
export async function planSkillRemoval(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { path } = await requireSkill(storage, name);
  const paths = await storage.list(posix.dirname(path));
  const changes = await Promise.all(paths.map((one) => createFileChanges(storage, one)));
  return createCheckedEdit(storage, changes.flat());
}

async function requireSkill(storage: AgentStorage, name: string) {
  return requirePartFile(storage, 'skill', name, await listSkills(storage));
}

async function listSkills(storage: AgentStorage): Promise<SkillFile[]> {
  return collectSkills(await readAgentFiles({ storage }), () => undefined);
}
