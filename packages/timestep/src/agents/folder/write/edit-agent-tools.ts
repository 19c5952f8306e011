import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { AgentStorage, AgentToolChange } from '../../../engine/port/index.ts';
import { readTextFile, type AgentEdit } from './agent-edit.ts';
import { MANIFEST } from '../storage/agent-paths.ts';
import { setMetadata } from './edit-manifest.ts';
import { FolderError } from '../folder-error.ts';

/** Keeps other tools in the file. Rejects with `FolderError`. */
export async function createSetAgentToolEdit(
  storage: AgentStorage,
  { before, tool }: AgentToolChange,
): Promise<AgentEdit> {
  const tools = await readToolList(storage);
  const at = tools.findIndex((one) => isJsonObject(one) && one['name'] === before);
  if (before !== undefined && at === -1) {
    const message = `the agent has no tool ${before}: it may have been renamed or removed`;
    throw new FolderError(message, { code: 'no-such-part' });
  }
  if (before === undefined) return setMetadata(storage, { tools: [...tools, ...toolToJson(tool)] });
  return setMetadata(storage, { tools: tools.toSpliced(at, 1, ...toolToJson(tool)) });
}

async function readToolList(storage: AgentStorage): Promise<readonly JsonValue[]> {
  const file = await readTextFile(storage, MANIFEST);
  const manifest = JSON.parse(file?.text ?? '{}') as JsonValue;
  const metadata = isJsonObject(manifest) ? manifest['metadata'] : undefined;
  const tools: JsonValue | undefined = isJsonObject(metadata) ? metadata['tools'] : undefined;
  return Array.isArray(tools) ? (tools as readonly JsonValue[]) : [];
}

function toolToJson(tool: AgentToolChange['tool']): JsonObject[] {
  return tool ? [{ ...tool }] : [];
}
