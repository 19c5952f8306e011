import { omitUndefined } from '#core';
import type { OperatorServers, SwitchChange } from '#engine/port';
import type { ConnectedEnvironment } from '#protocols/mcp';
import {
  type ToolServer,
  type AgentEdit,
  planToolSwitchesEdit,
  requireEditOfVersion,
} from '#agents/folder';
import { requireAgentServer, createAgentServers } from '../servers/agent-servers.ts';
import type { ManagedServer } from '../servers/managed-server.ts';
import { maskValue, maskError } from '../servers/masks/mask-value.ts';
import { createEditPreview } from './edit-preview.ts';
import { callToolForOperator } from './operator-call.ts';
import { type OperatorDeps, requireEditableLocation, createServerMask } from './operator-deps.ts';
import { toOperatorTool } from './operator-tool.ts';
import { readAppDocument, requireReadableByApp } from './server-apps.ts';
import { getServerConfigOrEmpty } from './server-config.ts';
import { listServerPrompts, getPromptMessages } from './server-prompts.ts';
import { listServerResources, readResource } from './server-resources.ts';
import { toToolSwitches } from './switch-change.ts';

export function createOperatorServers(deps: OperatorDeps): OperatorServers {
  const { pool, folder, refresh } = deps;
  const getServer = (name: string): ToolServer => requireAgentServer(folder(), name);

  async function createToolSwitchEdit(name: string, change: SwitchChange): Promise<AgentEdit> {
    const { storage } = requireEditableLocation(deps.location);
    const which = { server: name, ...omitUndefined({ tool: change.tool }) };
    return planToolSwitchesEdit(storage, which, toToolSwitches(change, getServer(name).enabled));
  }

  async function runWithConnection<T>(
    name: string,
    work: (environment: ConnectedEnvironment) => Promise<T>,
  ): Promise<T> {
    const server = getServer(name);
    const mask = createServerMask(deps, server);
    try {
      return maskValue(await pool.getOrCreate(server).use(work), mask);
    } catch (thrown) {
      throw maskError(thrown, mask, 'server-failed');
    }
  }

  /** Reads stored data with all secrets of the agent masked, not only those of one server. */
  function readMasked<T>(name: string, read: (server: ManagedServer) => T): T {
    const server = getServer(name);
    return maskValue(read(pool.getOrCreate(server)), createServerMask(deps, server));
  }

  return {
    ...createAgentServers(pool, folder, refresh),
    readLog: (name) => readMasked(name, (server) => server.listLog()),
    listInternalTools: deps.internal,
    readConfig: (name) => getServerConfigOrEmpty(deps, name),
    async listTools(name) {
      const server = getServer(name);
      const mask = createServerMask(deps, server);
      const tools = await pool.getOrCreate(server).listTools();
      return tools.map((tool) => toOperatorTool(server, maskValue(tool, mask)));
    },
    callTool: async (name, call, signal) =>
      callToolForOperator(deps, getServer(name), call, signal),
    listMessages: (name) => readMasked(name, (server) => server.listMessages()),
    listResources: (name) => runWithConnection(name, listServerResources),
    async readResource(name, uri, isByApp = false) {
      if (isByApp) requireReadableByApp(deps.folder(), getServer(name), uri);
      return runWithConnection(name, (environment) => readResource(environment, name, uri));
    },
    readApp: (name, uri) =>
      runWithConnection(name, (environment) => readAppDocument(environment, uri)),
    listPrompts: (name) => runWithConnection(name, listServerPrompts),
    getPrompt: (name, prompt) =>
      runWithConnection(name, (environment) => getPromptMessages(environment, name, prompt)),
    async previewSwitches(name, change) {
      const edit = await createToolSwitchEdit(name, change);
      return createEditPreview(edit, createServerMask(deps, getServer(name)));
    },
    async setSwitches(name, change, version) {
      const { storage } = requireEditableLocation(deps.location);
      const edit = await createToolSwitchEdit(name, change);
      await deps.history.make(storage, requireEditOfVersion(storage, edit, version));
      await refresh();
    },
  };
}
