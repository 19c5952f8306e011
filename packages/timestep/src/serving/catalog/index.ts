export { createCallableAgents } from './callable-agents.ts';
export type {
  AgentHealth,
  Catalog,
  CatalogEntry,
  CatalogOptions,
  CatalogSource,
} from './catalog.ts';
export { CatalogError, type CatalogErrorCode } from './catalog-error.ts';
export { openLoginFile } from './file-logins.ts';
export type { SavedAgent } from './known-agents-file.ts';
export { requireConfigurationFolder, openKnownAgents, type KnownAgents } from './known-agents.ts';
export { openCatalog } from './open-catalog.ts';
export { isAddress, deriveAgentName, normalizeSource } from './source.ts';
export {
  openTrustedFolders,
  type FolderTrust,
  type TrustedFolders,
} from './user/trusted-folders.ts';
