import { TimestepError } from '../../../core/index.ts';
import type { ConnectedEnvironment } from '../../../protocols/mcp/index.ts';
import type { OperatorServers, SwitchChange } from '../../../engine/port/index.ts';
import {
  requireEditOfVersion,
  type AgentEdit,
  setToolSwitches,
  type ToolServer,
} from '../../folder/index.ts';
import { createAgentServers, requireServer } from '../servers/agent-servers.ts';
import type { ManagedServer } from '../servers/managed-server.ts';
import { maskValue } from '../servers/mask-value.ts';
import { getServerConfig } from './server-config.ts';
import { requireEditableLocation, createServerMask, type OperatorDeps } from './operator-deps.ts';
import { callToolForOperator } from './operator-call.ts';
import { getPromptMessages, listPrompts, readResource, listResources } from './server-offers.ts';
import { toOperatorTool } from './operator-tool.ts';
import { createEditPreview, toSwitches } from './edit-preview.ts';

export function createOperatorServers(deps: OperatorDeps): OperatorServers {
  const { pool, folder, refresh } = deps;
  const getServer = (name: string): ToolServer => requireServer(folder(), name);

  async function createSwitchEdit(name: string, change: SwitchChange): Promise<AgentEdit> {
    const { storage } = requireEditableLocation(deps);
    const { tool } = change;
    const which = { server: name, ...(tool !== undefined && { tool }) };
    return setToolSwitches(storage, which, toSwitches(change, getServer(name).enabled));
  }

  /** Removes secrets from the result of `work` and from errors. */
  async function runWithConnection<T>(
    name: string,
    work: (environment: ConnectedEnvironment) => Promise<T>,
  ): Promise<T> {
    const server = getServer(name);
    const mask = createServerMask(deps, server);
    try {
      return maskValue(await pool.getOrCreate(server).use(work), mask);
    } catch (thrown) {
      const code = TimestepError.isInstance(thrown) ? thrown.code : 'server-failed';
      throw new TimestepError(
        code,
        mask(thrown instanceof Error ? thrown.message : String(thrown)),
      );
    }
  }

  /** Masks all secrets of the agent; the stored data was masked with those of the server only. */
  function readMasked<T>(name: string, read: (server: ManagedServer) => T): T {
    const server = getServer(name);
    return maskValue(read(pool.getOrCreate(server)), createServerMask(deps, server));
  }

  return {
    ...createAgentServers(pool, folder, refresh),
    readLog: (name) => readMasked(name, (server) => server.listLog()),
    listInternalTools: deps.internal,
    readConfig: (name) => getServerConfig(deps, name),
    async listTools(name) {
      const server = getServer(name);
      const tools = await pool.getOrCreate(server).listTools();
      return tools.map((tool) =>
        toOperatorTool(server, maskValue(tool, createServerMask(deps, server))),
      );
    },
    callTool: async (name, call, signal) =>
      callToolForOperator(deps, getServer(name), call, signal),
    listMessages: (name) => readMasked(name, (server) => server.listMessages()),
    listResources: (name) => runWithConnection(name, listResources),
    readResource: (name, uri) =>
      runWithConnection(name, (environment) => readResource(environment, uri)),
    listPrompts: (name) => runWithConnection(name, listPrompts),
    getPrompt: (name, prompt) =>
      runWithConnection(name, (environment) => getPromptMessages(environment, prompt)),
    async previewSwitches(name, change) {
      return createEditPreview(
        await createSwitchEdit(name, change),
        createServerMask(deps, getServer(name)),
      );
    },
    async setSwitches(name, change, version) {
      const { storage } = requireEditableLocation(deps);
      await deps.history.make(
        storage,
        requireEditOfVersion(storage, await createSwitchEdit(name, change), version),
      );
      await refresh();
    },
  };
}
