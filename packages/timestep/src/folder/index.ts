export type { AgentFolder } from './agent-folder.ts';
export { FolderError } from './folder-error.ts';
export { leftOutOfFolder, openFolderEnvironment } from './folder-environment.ts';
export { instructionsOf } from './instructions.ts';
export { leftOutText } from './left-out.ts';
export {
  loadAgentFolder,
  type AgentDefinition,
  type LoadFolderOptions,
} from './load-agent-folder.ts';
export { readAgentFolder } from './read-agent-folder.ts';
