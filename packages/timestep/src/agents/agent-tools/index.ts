export { createFolderMask } from './servers/masks/server-secrets.ts';
export { callWithMaskedResult } from './servers/masks/mask-value.ts';
export {
  type CreateAgentCallTools,
  type ServerTool,
  listInternalServerTools,
} from './internal/internal-server-tools.ts';
export { getInternalToolOffer, getToolSchema } from './internal/server-tool-offer.ts';
export type { OwnAgentAccess } from './internal/own-agent.ts';
export { type InternalOptions, createOwnAgentAccess } from './internal/own-agent-access.ts';
export { createEditHistory } from './operate/edit-history.ts';
export { type InnerServers, createInnerServers } from './operate/inner-servers.ts';
export { createOperatorServers } from './operate/operator-servers.ts';
export { listOperatorInternalTools } from './operate/operator-tool.ts';
export { createOperatorFiles } from './operate/operator-files.ts';
export { createAgentServers } from './servers/agent-servers.ts';
export type { ManagedServer } from './servers/managed-server.ts';
export {
  type MissingTool,
  formatMissingTool,
  formatSkippedTool,
  formatSlowStart,
} from './servers/missing-tools.ts';
export { type ServerPool, createServerPool } from './servers/server-pool.ts';
export type { ServerPoolOptions } from './servers/connector.ts';
export { callToolAndMaskResult } from './operate/operator-call.ts';
export { readAppDocument } from './operate/server-apps.ts';
export { getPromptMessages, listServerPrompts } from './operate/server-prompts.ts';
export { listServerResources, readResource } from './operate/server-resources.ts';
export { maskValue } from './servers/masks/mask-value.ts';
export { createAgentAuthoringTools, type WorkspaceOptions } from './workspace/workspace-tools.ts';
export { openWorkspace } from './workspace/workspace.ts';
