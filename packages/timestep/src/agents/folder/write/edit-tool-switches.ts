import type { AgentStorage } from '#engine/port';
import type { Include } from '../read/notes.ts';
import { findFormerName } from '../read/servers/former-tool-names.ts';
import { SWITCH_FIELDS } from '../read/servers/server-switches.ts';
import type { AgentEdit } from './agent-edit.ts';
import { type PathValue, createJsonEdit } from './edit-json-file.ts';
import { requireServerDefinition } from './edit-servers.ts';

/** Settings for one tool, or for all tools of a server. `null` removes a setting. */
export interface ToolSwitches {
  readonly enabled?: boolean | null;
  readonly include?: Include | null;
  readonly permissionRequired?: boolean | null;
}

/** Creates the edit that changes a tool's or server's settings. Rejects with `FolderError`. */
export async function planToolSwitchesEdit(
  storage: AgentStorage,
  { server, tool }: { readonly server: string; readonly tool?: string },
  switches: ToolSwitches,
): Promise<AgentEdit> {
  const { file, path, server: described } = await requireServerDefinition(storage, server);
  const which = tool === undefined ? ['serverDefault'] : ['tools', tool];
  const isInternal = described['type'] === 'internal';
  const former = tool !== undefined && isInternal ? findFormerName(tool) : undefined;
  const values = Object.entries(SWITCH_FIELDS).flatMap(([name, field]): PathValue[] => {
    const value = switches[name as keyof ToolSwitches];
    if (value === undefined) return [];
    const change: PathValue = [[...path, field, ...which], value];
    // The setting under the former name is removed too, because it would apply again later.
    return former === undefined ? [change] : [[[...path, field, 'tools', former], null], change];
  });
  return createJsonEdit(storage, file, values);
}
