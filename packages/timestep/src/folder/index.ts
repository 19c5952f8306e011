export { createAgentChoices } from './agent-choices.ts';
export { applyEdit, requireEditOfVersion, type AgentEdit, type FileChange } from './agent-edit.ts';
export type { AgentSource } from './agent-files.ts';
export type {
  AgentFolder,
  AgentMetadata,
  CardFacts,
  CardSkill,
  FolderSettings,
} from './agent-folder.ts';
export { nameToAgentId } from './agent-id.ts';
export { isAgentFile, MANIFEST } from './agent-paths.ts';
export type { AgentCalls, CallingAgent } from './called-agents.ts';
export { checkAgents, type CheckResult } from './check-agent.ts';
export { createRegistryEntry, type RegistryEntry } from './registry-entry.ts';
export {
  agentExists,
  cloneAgent,
  loadAgentMetadata,
  type CloneResult,
  type CloneOptions,
  type LoadedMetadata,
} from './clone-agent.ts';
export { createAgentFolder, type NewAgent } from './create-agent-folder.ts';
export {
  addServer,
  removeServer,
  setMetadata,
  setPrompt,
  setSettings,
  setToolSwitches,
  updateServer,
  type SettingChanges,
  type ToolSwitches,
} from './edit-manifest.ts';
export { setOrchestration } from './edit-orchestration.ts';
export { formatEdit } from './format-edit.ts';
export {
  createNote,
  removeNote,
  updateNote,
  type NewNote,
  type NoteChanges,
  type NoteKind,
} from './edit-notes.ts';
export {
  createSkill,
  loadSkill,
  loadSkillResource,
  removeSkill,
  updateSkill,
  type LoadedSkill,
  type NewSkill,
  type SkillChanges,
} from './edit-skills.ts';
export { examineServers, type ExaminedServer } from './examine-servers.ts';
export { fileStorage } from './file-storage.ts';
export {
  openFolderEnvironment,
  type FolderEnvironment,
  type FolderEnvironmentOptions,
  type ToolChoice,
} from './folder-environment.ts';
export { findAgents, type FoundAgents } from './find-agents.ts';
export { FolderError, type FolderErrorCode } from './folder-error.ts';
export type { FolderModelOptions } from './folder-model.ts';
export { createInnerServers, type InnerServers } from './operate/inner-servers.ts';
export { importAgent, type ImportResult } from './import-agent.ts';
export { buildInstructions } from './instructions.ts';
export type { InternalKind, InternalServer } from './internal-server.ts';
export { formatMissingTool, type MissingTool } from './missing-tools.ts';
export type { LiveEnvironment } from './live-environment.ts';
export {
  loadAgent,
  loadAgentFolder,
  type AgentDefinition,
  type LoadFolderOptions,
} from './load-agent-folder.ts';
export { memoryStorage, type MemoryStorageOptions } from './memory-storage.ts';
export type { Include, Note } from './note.ts';
export { openWorkspace } from './workspace/workspace.ts';
export { formatProblem, type FolderProblem } from './problem.ts';
export { readAgentFolder, type ReadFolderOptions } from './read-agent-folder.ts';
export type { SkillFile } from './skill-file.ts';
export { createWorkspaceTools, type WorkspaceOptions } from './workspace/workspace-tools.ts';
export type { Mode, ToolPermission } from './tool-offer.ts';
export type { PerTool, ServerSwitches, ToolServer } from './tool-server.ts';
