import type { JsonObject, JsonValue } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  createNoSuchPartError,
  createProblemCollector,
  FolderError,
  formatProblem,
} from '../problem.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { setJsonValue } from '../text/json-edit.ts';
import { parseJsonFields } from '../text/json-fields.ts';
import type { JsonPath } from '../text/json-tree.ts';
import { type TextFile, type AgentEdit, createTextChange, readTextFile } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';

export type PathValue = readonly [path: JsonPath, value: JsonValue];

export async function createJsonEdit(
  storage: AgentStorage,
  file: TextFile,
  values: readonly PathValue[],
): Promise<AgentEdit> {
  let { text } = file;
  for (const [path, value] of values) text = setJsonValue(text, path, value ?? undefined);
  return createCheckedEdit(storage, createTextChange(file, text));
}

export async function requireJsonFile(
  storage: AgentStorage,
  path: string,
): Promise<TextFile & { readonly value: JsonObject }> {
  const file = await readTextFile(storage, path);
  const shown = getDisplayPath(storage, path);
  if (!file) throw createNoSuchPartError(`${shown} does not exist`);
  const { problems, report } = createProblemCollector();
  const fields = parseJsonFields(file.text, shown, report);
  if (fields) return { ...file, value: fields.value };
  throw new FolderError(problems.map(formatProblem).join('\n'));
}
