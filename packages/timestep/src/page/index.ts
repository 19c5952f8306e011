export { openPage, type ServedPage } from './open-page.ts';
export { accessFor, type PageChecks } from './page-access.ts';
export { pageProtocol, type PageOptions } from './page-protocol.ts';
export type { EvalAgent, EvalSources } from './evals/run-starts.ts';
export type { AgentPlaces } from './making/agent-places.ts';
export type { PageAccess } from './page-access.ts';
export { readPageFiles, type PageFile, type PageFiles } from './page-files.ts';
export { shippedPage } from './shipped-page.ts';
export { comparisonHtml, reportHtml } from './shipped-reports.ts';
