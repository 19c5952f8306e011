export {
  type AgentFolder,
  type AgentMetadata,
  type CardFacts,
  type CardSkill,
  type FolderSettings,
  nameToAgentId,
} from './agent-folder.ts';
export {
  createNoSuchPartError,
  FolderError,
  type FolderErrorCode,
  throwIfMistakes,
  type FolderProblem,
  formatProblem,
} from './problem.ts';
export { findFileFields } from './write/field-tree.ts';
export { type Include, type Note, sortNotes } from './read/notes.ts';
export type { AgentCalls, CallingAgent } from './read/called-agents.ts';
export { type CheckResult, checkAgents } from './read/check-agent.ts';
export { describePathWithoutAgent } from './storage/describe-path-without-agent.ts';
export { type FoundAgents, findAgents } from './storage/find-agents.ts';
export {
  collectGrants,
  describeGrants,
  digestGrants,
  type FolderAllows,
  removeGrants,
} from './read/permissions/folder-allows.ts';
export { findPinProblem, createToolPin, type PinnedTools } from './read/permissions/pins.ts';
export { createFolderJudge } from './read/permissions/folder-judge.ts';
export { findConfigurationFolder } from './storage/configuration-folder.ts';
export { WITHOUT_SECRETS, parseWithoutSecrets, parseEnvironmentFile } from './read/parse-folder.ts';
export { listSecretReferences } from './read/servers/listed-servers.ts';
export {
  findFormerName,
  getCurrentToolName,
  listRenamedTools,
  addRulesForRenamedTools,
  type InternalKind,
} from './read/servers/former-tool-names.ts';
export type { InternalServer } from './read/servers/internal-server.ts';
export {
  type ReadFolderOptions,
  parseFolderOrThrow,
  readAgentFolder,
} from './read/read-agent-folder.ts';
export { type RegistryEntry, createRegistryEntry } from './read/registry-entry.ts';
export {
  type StoredSecrets,
  readStoredSecrets,
  readStoredSecretsSync,
} from './read/stored-secrets.ts';
export { replaceWrittenSecretsByMarks, restoreWrittenSecrets } from './secrets/written-secrets.ts';
export type { SkillFile } from './read/skill-file.ts';
export type { PerTool, ServerSwitches } from './read/servers/server-switches.ts';
export type { ToolServer } from './read/servers/tool-server.ts';
export { type AgentFiles, readAgentFiles, readAgentFilesSync } from './storage/agent-files.ts';
export {
  type AgentLocation,
  type AgentSource,
  getDisplayPath,
  toAgentLocation,
} from './storage/agent-location.ts';
export {
  AGENTS_MD,
  MANIFEST,
  COMMAND_PLACE,
  NOTE_PLACES,
  PINS,
  PLACES,
  PROMPT,
  SERVER_FILES,
  SKILL,
  VARIABLES,
  isAgentFile,
  isPathOfAgentFile,
} from './storage/agent-paths.ts';
export { confinedStorage, fileStorage } from './storage/file-storage.ts';
export {
  createChangedError,
  hashContents,
  requirePathInsideAgent,
} from './storage/file-version.ts';
export { type MemoryStorageOptions, memoryStorage } from './storage/memory-storage.ts';
export { openHeldFolder } from './storage/held-folder.ts';
export { isPathWithin, resolveLinksInPath } from './storage/real-path.ts';
export { getMarkdownBody } from './text/front-matter.ts';
export {
  type Mode,
  type SessionChoice,
  type ToolOffer,
  type ToolPermission,
  determineToolOffer,
  getSessionInclusionOfTool,
  getToolValue,
} from './read/servers/tool-offer.ts';
export {
  type AgentEdit,
  type FileChange,
  createFileChanges,
  getEditVersion,
  readTextFile,
  requireEditOfVersion,
} from './write/agent-edit.ts';
export { applyEdit } from './write/apply-edit.ts';
export { createCheckedEdit } from './write/checked-edit.ts';
export { type CreateEdit, combineEdits } from './write/combine-edits.ts';
export { type CloneOptions, type CloneResult, cloneAgent } from './write/clone-agent.ts';
export { type LoadedMetadata, agentExists, loadAgentMetadata } from './write/load-metadata.ts';
export { type ImportResult, importAgent } from './write/import-agent.ts';
export type { NewAgent } from './write/new-agent.ts';
export {
  createAgentFolder,
  createNewAgentEdit,
  requireNoAgent,
} from './write/create-agent-folder.ts';
export {
  createSetAgentToolEdit,
  type SettingChanges,
  planMetadataEdit,
  planPromptEdit,
  planSettingsEdit,
} from './write/edit-manifest.ts';
export { type ToolSwitches, planToolSwitchesEdit } from './write/edit-tool-switches.ts';
export {
  planNewServer,
  findServerDefinition,
  planServerRemoval,
  planServerUpdate,
} from './write/edit-servers.ts';
export {
  type NewNote,
  type NoteChanges,
  type NoteKind,
  planNewNote,
  noteToFrontMatter,
  planNoteRemoval,
  planNoteUpdate,
} from './write/edit-notes.ts';
export { type LoadedSkill, loadSkill, loadSkillResource } from './write/load-skill.ts';
export {
  type NewSkill,
  type SkillChanges,
  planNewSkill,
  planSkillRemoval,
  planSkillUpdate,
} from './write/edit-skills.ts';
export { getOrchestration, planOrchestrationEdit } from './write/edit-orchestration.ts';
export { formatEdit, summarizeEdit } from './write/format-edit.ts';
export { diffLines, pickLinesNearChanges } from './write/line-diff.ts';
