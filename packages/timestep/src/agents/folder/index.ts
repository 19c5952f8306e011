export {
  type AgentFolder,
  type AgentMetadata,
  type CardFacts,
  type CardSkill,
  type FolderSettings,
  nameToAgentId,
} from './agent-folder.ts';
export {
  createMissingError,
  FolderError,
  type FolderErrorCode,
  throwMistakes,
  type FolderProblem,
  formatProblem,
} from './problem.ts';
export { type Include, type Note, sortNotes } from './read/notes.ts';
export type { AgentCalls, CallingAgent } from './read/agent-calls.ts';
export { type CheckResult, checkAgents } from './read/check-agent.ts';
export { type FoundAgents, findAgents } from './read/find-agents.ts';
export {
  WITHOUT_SECRETS,
  listSecretReferences,
  parseWithoutSecrets,
  parseVariables,
} from './read/folder-from-files.ts';
export {
  findFormerName,
  getCurrentName,
  listRenamedTools,
  renameRules,
  type InternalKind,
  type InternalServer,
} from './read/internal-server.ts';
export {
  type ReadFolderOptions,
  parseFolderOrThrow,
  readAgentFolder,
} from './read/read-agent-folder.ts';
export { type RegistryEntry, createRegistryEntry } from './read/registry-entry.ts';
export { type StoredSecrets, readStoredSecrets, readStoredSecretsSync } from './read/secrets.ts';
export type { SkillFile } from './read/skills.ts';
export type { PerTool, ServerSwitches, ToolServer } from './read/tool-server.ts';
export {
  type AgentFiles,
  type AgentLocation,
  type AgentSource,
  getDisplayPath,
  readAgentFiles,
  readAgentFilesSync,
  toAgentLocation,
} from './storage/agent-files.ts';
export {
  AGENTS_MD,
  MANIFEST,
  NOTE_PLACES,
  PLACES,
  PROMPT,
  SERVER_FILES,
  SKILL,
  VARIABLES,
  isAgentFile,
  isAgentPath,
} from './storage/agent-paths.ts';
export { fileStorage } from './storage/file-storage.ts';
export { createChangedError, hashContents, requireAgentPath } from './storage/file-version.ts';
export { type MemoryStorageOptions, memoryStorage } from './storage/memory-storage.ts';
export { getFileBody } from './text/front-matter.ts';
export {
  type Mode,
  type SessionChoice,
  type ToolOffer,
  type ToolPermission,
  determineToolOffer,
  getSessionChoice,
  getToolValue,
} from './read/tool-offer.ts';
export {
  type AgentEdit,
  type FileChange,
  applyEdit,
  createCheckedEdit,
  createTextChange,
  getEditVersion,
  readTextFile,
  requireEditOfVersion,
  type CreateEdit,
  combineEdits,
} from './write/agent-edit.ts';
export {
  type CloneOptions,
  type CloneResult,
  type LoadedMetadata,
  agentExists,
  cloneAgent,
  loadAgentMetadata,
  type ImportResult,
  importAgent,
} from './write/copy-agent.ts';
export {
  type NewAgent,
  createAgentFolder,
  createNewAgentEdit,
  requireNoAgent,
} from './write/create-agent-folder.ts';
export {
  createSetAgentToolEdit,
  type SettingChanges,
  type ToolSwitches,
  addServer,
  findServerDefinition,
  removeServer,
  setMetadata,
  setPrompt,
  setSettings,
  setToolSwitches,
  updateServer,
} from './write/edit-manifest.ts';
export {
  type NewNote,
  type NoteChanges,
  type NoteKind,
  createNote,
  removeNote,
  updateNote,
  type LoadedSkill,
  type NewSkill,
  type SkillChanges,
  createSkill,
  loadSkill,
  loadSkillResource,
  removeSkill,
  updateSkill,
} from './write/edit-parts.ts';
export { getOrchestration, setOrchestration } from './write/edit-orchestration.ts';
export { formatEdit, summarizeEdit, diffLines, pickLinesNearChanges } from './write/format-edit.ts';
export { omitUndefined } from './text/omit-undefined.ts';
