export { createFolderMask } from './folder-mask.ts';
export type { CreateAgentCallTools } from './internal/agent-call-tools.ts';
export {
  type ServerTool,
  getToolOffer,
  getToolSchema,
  listInternalServerTools,
} from './internal/internal-server-tools.ts';
export type { OwnAgentAccess } from './internal/internal-tool.ts';
export { type InternalOptions, createOwnAgentAccess } from './internal/own-agent-access.ts';
export { createEditHistory } from './operate/edit-history.ts';
export { type InnerServers, createInnerServers } from './operate/inner-servers.ts';
export { listOperatorInternalTools } from './operate/internal-tools.ts';
export { createOperatorFiles } from './operate/operator-files.ts';
export { createOperatorServers } from './operate/operator-servers.ts';
export { createAgentServers } from './servers/agent-servers.ts';
export type { ManagedServer } from './servers/managed-server.ts';
export { callWithMaskedResult } from './servers/masked-call.ts';
export { type MissingTool, formatMissingTool } from './servers/missing-tools.ts';
export {
  type ServerPool,
  type ServerPoolOptions,
  createServerPool,
} from './servers/server-pool.ts';
export { type WorkspaceOptions, createWorkspaceTools } from './workspace/workspace-tools.ts';
export { openWorkspace } from './workspace/workspace.ts';
