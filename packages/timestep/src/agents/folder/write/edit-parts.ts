import { posix } from 'node:path';
import type { JsonObject } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import { createMissingError, FolderError } from '../problem.ts';
import { type Include, type Note, collectNotes } from '../read/notes.ts';
import { findSkillNameError, type SkillFile, collectSkills } from '../read/skills.ts';
import { readAgentFiles, getDisplayPath, decodeText } from '../storage/agent-files.ts';
import { NOTE_PLACES, SKILL, SKILL_PLACES } from '../storage/agent-paths.ts';
import { formatFrontMatterFile, setFrontMatter, getFileBody } from '../text/front-matter.ts';
import {
  createTextChange,
  createCheckedEdit,
  readTextFile,
  type AgentEdit,
  type TextFile,
} from './agent-edit.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

/** A kind of note: `rule` or `reference`. */
export type NoteKind = keyof typeof NOTE_PLACES;

/** The content of a new rule or reference. Undefined fields are not written. */
export interface NewNote {
  readonly name: string;
  readonly text: string;
  readonly description?: string;
  readonly priority?: number;
  readonly include?: Include;
}

/** Changes of a rule or reference. Undefined fields stay unchanged. */
export type NoteChanges = Partial<NewNote>;

/** Rejects with `FolderError`, with the code `exists-already` if the name is taken. */
export async function createNote(
  storage: AgentStorage,
  kind: NoteKind,
  note: NewNote,
): Promise<AgentEdit> {
  const { name, text } = note;
  const path = `${NOTE_PLACES[kind][0]}/${name}.mdt`;
  await requireFreeName(storage, kind, name, await listNotes(storage, kind), path);
  const after = formatFrontMatterFile(noteToFrontMatter(note), text);
  return createCheckedEdit(storage, [{ path, after }]);
}

/** Creates the edit that changes a rule or a reference. Rejects with `FolderError`. */
export async function updateNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
  changes: NoteChanges,
): Promise<AgentEdit> {
  const file = await requireNoteFile(storage, kind, name);
  return createFrontMatterEdit(storage, file, noteToFrontMatter(changes), changes.text);
}

/** Creates the edit that removes a rule or a reference. Rejects with `FolderError`. */
export async function removeNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
): Promise<AgentEdit> {
  const file = await requireNoteFile(storage, kind, name);
  return createCheckedEdit(storage, createTextChange(file, undefined));
}

async function requireNoteFile(storage: AgentStorage, kind: NoteKind, name: string) {
  const found = (await listNotes(storage, kind)).find((note) => note.name === name);
  const file = found?.path === undefined ? undefined : await readTextFile(storage, found.path);
  if (file) return file;
  throw createMissingError(`no ${kind} is named ${name}`);
}

async function listNotes(storage: AgentStorage, kind: NoteKind): Promise<Note[]> {
  return collectNotes(kind, [], await readAgentFiles({ storage }), () => undefined);
}

export function noteToFrontMatter({
  name,
  description,
  priority,
  include,
}: NoteChanges): JsonObject {
  return omitUndefined({ name, description, priorityLevel: priority, include });
}

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
  if (!file) throw createMissingError(`no skill is named ${name}`);
  const folder = posix.dirname(path);
  const paths = await storage.list(folder);
  const resources = paths.filter((one) => one !== path).map((one) => posix.relative(folder, one));
  return { text: getFileBody(file.text), resources };
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
  throw createMissingError(`the skill has no file ${resource}`);
}

/** Rejects with `FolderError`, with the code `exists-already` if the name is taken. */
export async function createSkill(storage: AgentStorage, skill: NewSkill): Promise<AgentEdit> {
  const { name, description, text } = skill;
  const fault = findSkillNameError(name);
  if (fault !== undefined) throw new FolderError(`the skill name "${name}" ${fault}`);
  const path = `${SKILL_PLACES[0]}/${name}/${SKILL}`;
  await requireFreeName(storage, 'skill', name, await listSkills(storage), path);
  const after = formatFrontMatterFile({ name, description }, text);
  return createCheckedEdit(storage, [{ path, after }]);
}

/** Creates the edit that changes a skill. Rejects with `FolderError`. */
export async function updateSkill(
  storage: AgentStorage,
  name: string,
  { description, text }: SkillChanges,
): Promise<AgentEdit> {
  const file = await readTextFile(storage, (await requireSkill(storage, name)).path);
  if (!file) throw createMissingError(`no skill is named ${name}`);
  const matter = description === undefined ? {} : { description };
  return createFrontMatterEdit(storage, file, matter, text);
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
  if (!found) throw createMissingError(`no skill is named ${name}`);
  return found;
}

async function listSkills(storage: AgentStorage): Promise<SkillFile[]> {
  return collectSkills(await readAgentFiles({ storage }), () => undefined);
}

async function requireFreeName(
  storage: AgentStorage,
  kind: string,
  name: string,
  others: readonly { readonly name: string }[],
  path: string,
): Promise<void> {
  if (others.every((other) => other.name !== name) && !(await storage.read(path))) return;
  const message = `a ${kind} named ${name} already exists: choose another name, or update it`;
  throw new FolderError(message, { code: 'exists-already' });
}

async function createFrontMatterEdit(
  storage: AgentStorage,
  file: TextFile,
  matter: JsonObject,
  text: string | undefined,
): Promise<AgentEdit> {
  const after = setFrontMatter(file.text, getDisplayPath(storage, file.path), matter, text);
  return createCheckedEdit(storage, createTextChange(file, after));
}
