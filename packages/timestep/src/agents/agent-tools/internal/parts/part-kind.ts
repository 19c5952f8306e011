import type { JsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  type AgentFolder,
  type AgentEdit,
  type FolderError,
  type NewNote,
  type Note,
  createNoSuchPartError,
  noteToFrontMatter,
} from '#agents/folder';

type Part = Partial<Note> & Pick<Note, 'name' | 'include'>;

export interface PartArguments extends Partial<Omit<NewNote, 'priority'>> {
  readonly name: string;
  readonly priorityLevel?: number;
}

export interface PartKind {
  readonly kind: 'rule' | 'reference' | 'skill';
  readonly several: 'rules' | 'references' | 'skills';
  readonly partsOf: (folder: AgentFolder) => readonly Part[];
  /**
   * JSON Schemas of the required fields of a new rule, reference or skill, in addition to its name and text.
   */
  readonly needed: JsonObject;
  /** JSON Schemas of the optional fields of a rule, reference or skill. */
  readonly fields: JsonObject;
  readonly create: (storage: AgentStorage, args: PartArguments) => Promise<AgentEdit>;
  readonly update: (storage: AgentStorage, args: PartArguments) => Promise<AgentEdit>;
  readonly remove: (storage: AgentStorage, name: string) => Promise<AgentEdit>;
}

export function requirePart(kind: PartKind, folder: AgentFolder, name: string): Part {
  const part = kind.partsOf(folder).find((one) => one.name === name);
  if (!part) throw createUnknownPartError(kind, name);
  return part;
}

export function createUnknownPartError({ kind, several }: PartKind, name: string): FolderError {
  return createNoSuchPartError(`no ${kind} is named ${name}: list_${several} lists the names`);
}

export const summarizePart: (part: Part) => JsonObject = noteToFrontMatter;
