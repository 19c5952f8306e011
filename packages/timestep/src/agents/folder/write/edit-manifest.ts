import { type JsonValue, type JsonObject, isJsonObject } from '#core';
import type { AgentStorage, AgentToolChange } from '#engine/port';
import { createNoSuchPartError } from '../problem.ts';
import { MANIFEST, PROMPT } from '../storage/agent-paths.ts';
import { type AgentEdit, createFileChanges } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';
import { type PathValue, createJsonEdit, requireJsonFile } from './edit-json-file.ts';

/** New values by field name. `null` removes a field. */
export type SettingChanges = Readonly<Record<string, JsonValue>>;

/** Creates the edit that sets fields of `settings`. Rejects with `FolderError`. */
export function planSettingsEdit(
  storage: AgentStorage,
  settings: SettingChanges,
): Promise<AgentEdit> {
  return planManifestFieldsEdit(storage, 'settings', settings);
}

/** Creates the edit that sets fields of `metadata`. Rejects with `FolderError`. */
export function planMetadataEdit(
  storage: AgentStorage,
  metadata: SettingChanges,
): Promise<AgentEdit> {
  return planManifestFieldsEdit(storage, 'metadata', metadata);
}

export async function planManifestFieldsEdit(
  storage: AgentStorage,
  section: string,
  fields: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(fields).map(([name, value]): PathValue => [[section, name], value]);
  return createJsonEdit(storage, await requireJsonFile(storage, MANIFEST), values);
}

/** Creates the edit that replaces the agent's prompt. Rejects with `FolderError`. */
export async function planPromptEdit(storage: AgentStorage, prompt: string): Promise<AgentEdit> {
  const changes = await createFileChanges(storage, PROMPT, `${prompt.trim()}\n`);
  return createCheckedEdit(storage, changes);
}

/** Creates the edit that sets one of the agent's tools. Rejects with `FolderError`. */
export async function createSetAgentToolEdit(
  storage: AgentStorage,
  { before, tool }: AgentToolChange,
): Promise<AgentEdit> {
  const { metadata } = (await requireJsonFile(storage, MANIFEST)).value;
  const written = isJsonObject(metadata) ? metadata['tools'] : undefined;
  const tools = Array.isArray(written) ? (written as readonly JsonValue[]) : [];
  const at = tools.findIndex((one) => isJsonObject(one) && one['name'] === before);
  if (before !== undefined && at === -1) {
    const message = `the agent has no tool ${before}: it may have been renamed or removed`;
    throw createNoSuchPartError(message);
  }
  const added: readonly JsonObject[] = tool ? [{ ...tool }] : [];
  return planMetadataEdit(storage, {
    tools: before === undefined ? [...tools, ...added] : tools.toSpliced(at, 1, ...added),
  });
}
