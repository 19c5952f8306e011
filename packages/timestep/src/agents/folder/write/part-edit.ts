import type { JsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import { FolderError } from '../problem.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { setFrontMatter } from '../text/front-matter-edit.ts';
import { type TextFile, type AgentEdit, createTextChange } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';

export async function requireFreeName(
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

export async function createFrontMatterEdit(
  storage: AgentStorage,
  file: TextFile,
  matter: JsonObject,
  text: string | undefined,
): Promise<AgentEdit> {
  const after = setFrontMatter(file.text, getDisplayPath(storage, file.path), matter, text);
  return createCheckedEdit(storage, createTextChange(file, after));
}
