import type { JsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  type Include,
  type AgentFolder,
  type AgentEdit,
  type FolderError,
  createMissingError,
  omitUndefined,
} from '#agents/folder';
import { getTextArgument } from '../tool-arguments.ts';

interface Part {
  readonly name: string;
  readonly description?: string;
  readonly include: Include;
  readonly priority?: number;
  readonly text?: string;
  readonly path?: string;
}

export interface PartKind {
  readonly kind: 'rule' | 'reference' | 'skill';
  readonly several: 'rules' | 'references' | 'skills';
  readonly partsOf: (folder: AgentFolder) => readonly Part[];
  readonly fields: JsonObject;
  readonly needed: readonly string[];
  readonly create: (storage: AgentStorage, args: JsonObject) => Promise<AgentEdit>;
  readonly update: (storage: AgentStorage, name: string, args: JsonObject) => Promise<AgentEdit>;
  readonly remove: (storage: AgentStorage, name: string) => Promise<AgentEdit>;
}

export function requirePart(kind: PartKind, folder: AgentFolder, name: string): Part {
  const part = kind.partsOf(folder).find((one) => one.name === name);
  if (!part) throw createUnknownPartError(kind, name);
  return part;
}

export function createUnknownPartError({ kind, several }: PartKind, name: string): FolderError {
  return createMissingError(`no ${kind} is named ${name}: list_${several} lists the names`);
}

export function getName(args: JsonObject): string {
  return getTextArgument(args, 'name') ?? '';
}

export function summarizePart({ name, description, include, priority }: Part): JsonObject {
  return omitUndefined({ name, description, include, priorityLevel: priority });
}
