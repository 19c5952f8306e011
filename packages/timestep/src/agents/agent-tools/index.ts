export { createFolderMask, callWithMaskedResult } from './servers/server-mask.ts';
export {
  type CreateAgentCallTools,
  type ServerTool,
  getToolOffer,
  getToolSchema,
  listInternalServerTools,
} from './internal/internal-server-tools.ts';
export type { OwnAgentAccess } from './internal/internal-tool.ts';
export { type InternalOptions, createOwnAgentAccess } from './internal/own-agent-access.ts';
export { createEditHistory } from './operate/operator-edits.ts';
export {
  type InnerServers,
  createInnerServers,
  createOperatorServers,
} from './operate/operator-servers.ts';
export { listOperatorInternalTools } from './operate/operator-tool.ts';
export { createOperatorFiles } from './operate/operator-files.ts';
export { createAgentServers } from './servers/agent-servers.ts';
export type { ManagedServer } from './servers/managed-server.ts';
export { type MissingTool, formatMissingTool } from './servers/missing-tools.ts';
export {
  type ServerPool,
  type ServerPoolOptions,
  createServerPool,
} from './servers/server-pool.ts';
export { type WorkspaceOptions, createWorkspaceTools } from './workspace/workspace-tools.ts';
export { openWorkspace } from './workspace/workspace.ts';
