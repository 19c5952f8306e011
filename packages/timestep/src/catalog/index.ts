export { bridgeAgentsOf } from './bridge-agents.ts';
export type {
  AgentHealth,
  Catalog,
  CatalogEntry,
  CatalogOptions,
  CatalogSource,
} from './catalog.ts';
export { CatalogError, type CatalogErrorCode } from './catalog-error.ts';
export { fileLogins } from './file-logins.ts';
export type { KeptAgent } from './kept-agents.ts';
export { configurationFolder, knownAgents, type KnownAgents } from './known-agents.ts';
export { openCatalog } from './open-catalog.ts';
export { isAddress, nameOfSource, sourceFrom } from './source.ts';
