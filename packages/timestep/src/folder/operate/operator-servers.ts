import { TimestepError } from '../../core/index.ts';
import type { ConnectedEnvironment } from '../../mcp/index.ts';
import type { OperatorServers, SwitchChange } from '../../port/index.ts';
import { requireEditOfVersion, type AgentEdit } from '../agent-edit.ts';
import { createAgentServers, requireServer } from '../agent-servers.ts';
import { setToolSwitches } from '../edit-manifest.ts';
import type { ManagedServer } from '../managed-server.ts';
import { maskValue } from '../mask-value.ts';
import type { ToolServer } from '../tool-server.ts';
import { configOf } from './config-of.ts';
import { editablePlace, maskFor, type OperatorSite } from './operator-site.ts';
import { operatorCall } from './operator-call.ts';
import { promptMessages, promptsOf, resourceAt, resourcesOf } from './server-offers.ts';
import { shownTool } from './shown-tool.ts';
import { planOf, switchesOf } from './switch-plan.ts';

/** Creates the operations on an agent's servers for operators. */
export function operatorServers(site: OperatorSite): OperatorServers {
  const { pool, folder, refresh } = site;
  const named = (name: string): ToolServer => requireServer(folder(), name);

  async function edited(name: string, change: SwitchChange): Promise<AgentEdit> {
    const { storage } = editablePlace(site);
    const { tool } = change;
    const which = { server: name, ...(tool !== undefined && { tool }) };
    return setToolSwitches(storage, which, switchesOf(change, named(name).enabled));
  }

  /**
   * Runs `work` with a server's connection. Secrets are removed from the result and from errors.
   */
  async function shown<T>(
    name: string,
    work: (environment: ConnectedEnvironment) => Promise<T>,
  ): Promise<T> {
    const server = named(name);
    const mask = maskFor(site, server);
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

  /**
   * Reads stored data of a server and masks all secrets of the agent. The stored data was masked
   * only with the server's own secrets.
   */
  function kept<T>(name: string, read: (server: ManagedServer) => T): T {
    const server = named(name);
    return maskValue(read(pool.getOrCreate(server)), maskFor(site, server));
  }

  return {
    ...createAgentServers(pool, folder, refresh),
    readLog: (name) => kept(name, (server) => server.listLog()),
    listInternalTools: site.internal,
    readConfig: (name) => configOf(site, name),
    async listTools(name) {
      const server = named(name);
      const tools = await pool.getOrCreate(server).listTools();
      return tools.map((tool) => shownTool(server, maskValue(tool, maskFor(site, server))));
    },
    callTool: async (name, call, signal) => operatorCall(site, named(name), call, signal),
    listMessages: (name) => kept(name, (server) => server.listMessages()),
    listResources: (name) => shown(name, resourcesOf),
    readResource: (name, uri) => shown(name, (environment) => resourceAt(environment, uri)),
    listPrompts: (name) => shown(name, promptsOf),
    getPrompt: (name, prompt) => shown(name, (environment) => promptMessages(environment, prompt)),
    async previewSwitches(name, change) {
      return planOf(await edited(name, change), maskFor(site, named(name)));
    },
    async setSwitches(name, change, version) {
      const { storage } = editablePlace(site);
      await site.history.make(
        storage,
        requireEditOfVersion(storage, await edited(name, change), version),
      );
      await refresh();
    },
  };
}
