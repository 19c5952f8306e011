import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { AgentStorage, AgentToolChange } from '../port/index.ts';
import { readText, type AgentEdit } from './agent-edit.ts';
import { MANIFEST } from './agent-paths.ts';
import { setMetadata } from './edit-manifest.ts';
import { FolderError } from './folder-error.ts';

/**
 * The edit that adds, changes or removes a tool that an agent is for others; what the file says of the other
 * tools stays as it is written. Rejects with `FolderError`.
 */
export async function setAgentTool(
  storage: AgentStorage,
  { before, tool }: AgentToolChange,
): Promise<AgentEdit> {
  const tools = await toolsIn(storage);
  const at = tools.findIndex((one) => isJsonObject(one) && one['name'] === before);
  if (before !== undefined && at === -1) {
    const message = `the agent has no tool ${before}: it may have been changed`;
    throw new FolderError(message, { code: 'no-such-part' });
  }
  if (before === undefined) return setMetadata(storage, { tools: [...tools, ...jsonOf(tool)] });
  return setMetadata(storage, { tools: tools.toSpliced(at, 1, ...jsonOf(tool)) });
}

async function toolsIn(storage: AgentStorage): Promise<readonly JsonValue[]> {
  const file = await readText(storage, MANIFEST);
  const manifest = JSON.parse(file?.text ?? '{}') as JsonValue;
  const metadata = isJsonObject(manifest) ? manifest['metadata'] : undefined;
  const tools: JsonValue | undefined = isJsonObject(metadata) ? metadata['tools'] : undefined;
  return Array.isArray(tools) ? (tools as readonly JsonValue[]) : [];
}

function jsonOf(tool: AgentToolChange['tool']): JsonObject[] {
  return tool ? [{ ...tool }] : [];
}
