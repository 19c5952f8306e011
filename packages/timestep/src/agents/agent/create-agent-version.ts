import { omitUndefined } from '#core';
import type { AgentStorage, KeptVersion, SessionStore, VectorStore } from '#engine/port';
import {
  listInternalServerTools,
  type CreateAgentCallTools,
  type ServerPool,
} from '#agents/agent-tools';
import {
  loadSkill,
  loadSkillResource,
  SKILL,
  type AgentCalls,
  type AgentFiles,
  type AgentFolder,
  type AgentLocation,
} from '#agents/folder';
import type { LoadFolderOptions } from './agent-definition.ts';
import type { AgentVersion } from './agent-versions.ts';
import { toKeptVersion, withVersionTexts } from './kept-version.ts';
import { createContextSelectionOptions } from './context/context-selection-options.ts';
import { selectContextPerMessage } from './context/context-selection.ts';
import { openFolderEnvironment } from './environment/folder-environment.ts';
import { createFolderModel, type FolderModelOptions } from './folder-model.ts';
import { composeEnvironment } from './layers/compose-environment.ts';
import { addAskUserTool } from './layers/ask-user-tool.ts';
import { createPermissionLayer, denyApprovalsWithoutUser } from './layers/consent.ts';
import { acceptFormerToolNames } from './layers/former-calls.ts';
import { createInternalToolsLayer } from './layers/internal-tools.ts';
import { addInProcessTools } from './layers/process-tools.ts';

export interface VersionDeps {
  readonly location: AgentLocation;
  readonly servers: ServerPool;
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  readonly vectors: () => VectorStore | Promise<VectorStore> | undefined;
}

export function createAgentVersion(
  { location, servers, sessions, vectors }: VersionDeps,
  { folder, files }: { readonly folder: AgentFolder; readonly files: AgentFiles },
  options: FolderModelOptions & Pick<LoadFolderOptions, 'tools' | 'agentCalls'>,
): AgentVersion {
  let known: KeptVersion | undefined;
  // The digest is computed when a task first needs it, because folders may be large.
  const getKept = (): KeptVersion => (known ??= toKeptVersion(files, folder));
  const calls = createCallTools(folder, options.agentCalls);
  const reserved = listReservedNames(folder, calls);
  const environment = composeEnvironment(openFolderEnvironment(folder, { servers, reserved }), [
    // The program's tools form a later layer, so they replace server tools of the same name.
    addInProcessTools(options.tools, folder),
    // The internal tools follow, to which no permission rules apply: they ask for approval themselves.
    createPermissionLayer(folder),
    createInternalToolsLayer(folder, {
      location,
      servers,
      sessions,
      now: Date.now,
      ...omitUndefined({ calls }),
    }),
    // The tool `ask_user` comes before context selection, which counts the tools that are offered.
    addAskUserTool(folder),
    // Context selection comes after the layers that add tools, because it also selects the tools to offer.
    selectContextPerMessage(folder, {
      ...createContextSelectionOptions(folder, options, vectors),
      readSkill: (name, file) =>
        readSkill(withVersionTexts(location.storage, getKept().texts), folder, name, file),
    }),
    // For agents without a user, this outer layer denies calls before an inner layer asks a user.
    denyApprovalsWithoutUser(folder.mode),
    // Former tool names are replaced in the top layer, so that other layers see current names only.
    acceptFormerToolNames(folder.internalServers),
  ]);
  return { folder, model: createFolderModel(folder, options), environment, kept: getKept };
}

/** Lists the names of the tools that an agent has without an MCP server. */
function listReservedNames(
  folder: AgentFolder,
  calls: CreateAgentCallTools | undefined,
): ReadonlySet<string> {
  const internal = listInternalServerTools(folder.internalServers, calls);
  return new Set(['ask_user', 'load_skill', 'search_tools', ...internal.map(({ shown }) => shown)]);
}

/** Creates the tools for calling agents. Only an interactive agent has a user who can be asked. */
export function createCallTools(
  { agents, mode }: AgentFolder,
  createTools: AgentCalls | undefined,
): CreateAgentCallTools | undefined {
  return (
    createTools &&
    agents &&
    ((getDisplayName) => createTools({ agents, asks: mode === 'interactive', getDisplayName }))
  );
}

async function readSkill(
  storage: AgentStorage,
  folder: AgentFolder,
  name: string,
  file: string | undefined,
): Promise<string | undefined> {
  const skill = folder.skills.find((one) => one.name === name);
  if (!skill) return undefined;
  if (file !== undefined && file !== SKILL) return loadSkillResource(storage, skill, file);
  const { text, resources } = await loadSkill(storage, skill);
  return resources.length === 0 ? text : `${text}\n\nFiles: ${resources.join(', ')}`;
}
