import type { JsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import { FolderError, createNoSuchPartError } from '../problem.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { setFrontMatter } from '../text/front-matter-edit.ts';
import { type TextFile, type AgentEdit, createTextChange, readTextFile } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';

type Parts = readonly { readonly name: string; readonly path?: string }[];

export async function createNewPartEdit(
  storage: AgentStorage,
  kind: string,
  name: string,
  others: Parts,
  [path, after]: readonly [path: string, text: string],
): Promise<AgentEdit> {
  if (others.every((other) => other.name !== name) && !(await storage.read(path))) {
    return createCheckedEdit(storage, [{ path, after }]);
  }
  const message = `a ${kind} named ${name} already exists: choose another name, or update it`;
  throw new FolderError(message, { code: 'exists-already' });
}

export async function requirePartFile(
  storage: AgentStorage,
  kind: string,
  name: string,
  parts: Parts,
): Promise<TextFile> {
  const path = parts.find((part) => part.name === name)?.path;
  const file = path === undefined ? undefined : await readTextFile(storage, path);
  if (file) return file;
  throw createNoSuchPartError(`no ${kind} is named ${name}`);
}

export async function createFrontMatterEdit(
  storage: AgentStorage,
  file: TextFile,
  matter: JsonObject,
  text: string | undefined,
): Promise<AgentEdit> {
  const after = setFrontMatter(file.text, getDisplayPath(storage, file.path), matter, text);
  return createCheckedEdit(storage, createTextChange(file, after));
}
