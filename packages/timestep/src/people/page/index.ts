export { createServedPage, type ServedPage } from './page-protocol.ts';
export {
  choosePageAccess,
  createPageAuthentication,
  type ServerAuthOptions,
} from './page-access.ts';
export { createPageProtocol, type PageOptions } from './page-protocol.ts';
export type { EvalAgent, EvalSources } from './evals/run-starter.ts';
export type { PruneRequest, StoreMaintenance } from './maintenance/store-maintenance.ts';
export type { AgentFolders } from './agent-creation/create-agent.ts';
export type { PageAccess } from './page-access.ts';
export { readPageFiles, type PageFile, type PageFiles } from './page-files.ts';
export { loadShippedPage } from './shipped-page.ts';
export { renderComparisonHtml, renderRunHtml } from './report-html.ts';
export { renderTaskHtml } from './report/task-report.ts';
