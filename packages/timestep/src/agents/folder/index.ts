export type {
  AgentFolder,
  AgentMetadata,
  CardFacts,
  CardSkill,
  FolderSettings,
} from './agent-folder.ts';
export { nameToAgentId } from './agent-id.ts';
export { FolderError, type FolderErrorCode, throwMistakes } from './folder-error.ts';
export { type Include, type Note, sortNotes } from './note.ts';
export { type FolderProblem, createProblemCollector, formatProblem } from './problem.ts';
export type { AgentCalls, CallingAgent } from './read/called-agents.ts';
export { type CheckResult, checkAgents } from './read/check-agent.ts';
export { type FoundAgents, findAgents } from './read/find-agents.ts';
export {
  WITHOUT_SECRETS,
  listSecretReferences,
  parseFolder,
  parseVariables,
} from './read/folder-from-files.ts';
export {
  findFormerName,
  getCurrentName,
  listRenamedTools,
  renameRules,
} from './read/former-names.ts';
export type { InternalKind, InternalServer } from './read/internal-server.ts';
export {
  type ReadFolderOptions,
  parseFolderOrThrow,
  readAgentFolder,
} from './read/read-agent-folder.ts';
export { type RegistryEntry, createRegistryEntry } from './read/registry-entry.ts';
export { type StoredSecrets, readStoredSecrets, readStoredSecretsSync } from './read/secrets.ts';
export type { SkillFile } from './read/skill-file.ts';
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
export { splitFrontMatter } from './text/front-matter.ts';
export {
  type Mode,
  type SessionChoice,
  type ToolOffer,
  type ToolPermission,
  determineToolOffer,
  getSessionChoice,
  getToolValue,
} from './tool-offer.ts';
export {
  type AgentEdit,
  type FileChange,
  type TextFile,
  applyEdit,
  createCheckedEdit,
  createTextChange,
  getEditVersion,
  readTextFile,
  requireEditOfVersion,
} from './write/agent-edit.ts';
export {
  type CloneOptions,
  type CloneResult,
  type LoadedMetadata,
  agentExists,
  cloneAgent,
  loadAgentMetadata,
} from './write/clone-agent.ts';
export { type CreateEdit, combineEdits } from './write/combine-edits.ts';
export {
  type NewAgent,
  createAgentFolder,
  createNewAgentEdit,
  requireNoAgent,
} from './write/create-agent-folder.ts';
export { createSetAgentToolEdit } from './write/edit-agent-tools.ts';
export {
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
} from './write/edit-notes.ts';
export { getOrchestration, setOrchestration } from './write/edit-orchestration.ts';
export {
  type LoadedSkill,
  type NewSkill,
  type SkillChanges,
  createSkill,
  loadSkill,
  loadSkillResource,
  removeSkill,
  updateSkill,
} from './write/edit-skills.ts';
export { formatEdit, summarizeEdit } from './write/format-edit.ts';
export { type ImportResult, importAgent } from './write/import-agent.ts';
export { diffLines } from './write/line-diff.ts';
