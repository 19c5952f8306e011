import { TimestepError } from '../../core/index.ts';
import type { ConnectedEnvironment } from '../../mcp/index.ts';
import type { OperatorServers, SwitchChange } from '../../port/index.ts';
import { editOfVersion, type AgentEdit } from '../agent-edit.ts';
import { agentServers, serverNamed } from '../agent-servers.ts';
import { setToolSwitches } from '../edit-manifest.ts';
import type { KeptServer } from '../kept-server.ts';
import { maskedValue } from '../masked-value.ts';
import type { ToolServer } from '../tool-server.ts';
import { configOf } from './config-of.ts';
import { editablePlace, maskFor, type OperatorSite } from './operator-site.ts';
import { operatorCall } from './operator-call.ts';
import { promptMessages, promptsOf, resourceAt, resourcesOf } from './server-offers.ts';
import { shownTool } from './shown-tool.ts';
import { planOf, switchesOf } from './switch-plan.ts';

/** The servers of an agent for operators. */
export function operatorServers(site: OperatorSite): OperatorServers {
  const { pool, folder, refresh } = site;
  const named = (name: string): ToolServer => serverNamed(folder(), name);

  async function edited(name: string, change: SwitchChange): Promise<AgentEdit> {
    const { storage } = editablePlace(site);
    const { tool } = change;
    const which = { server: name, ...(tool !== undefined && { tool }) };
    return setToolSwitches(storage, which, switchesOf(change, named(name).enabled));
  }

  /** Does something with a server; what it gives, and why it fails, is without secrets. */
  async function shown<T>(
    name: string,
    work: (environment: ConnectedEnvironment) => Promise<T>,
  ): Promise<T> {
    const server = named(name);
    const mask = maskFor(site, server);
    try {
      return maskedValue(await pool.take(server).use(work), mask);
    } catch (thrown) {
      const code = TimestepError.isInstance(thrown) ? thrown.code : 'server-failed';
      throw new TimestepError(
        code,
        mask(thrown instanceof Error ? thrown.message : String(thrown)),
      );
    }
  }

  /** What is kept of a server was masked by what that server was given, and not by all that the agent keeps secret. */
  function kept<T>(name: string, read: (server: KeptServer) => T): T {
    const server = named(name);
    return maskedValue(read(pool.take(server)), maskFor(site, server));
  }

  return {
    ...agentServers(pool, folder, refresh),
    log: (name) => kept(name, (server) => server.log()),
    internal: site.internal,
    config: (name) => configOf(site, name),
    async tools(name) {
      const server = named(name);
      const tools = await pool.take(server).tools();
      return tools.map((tool) => shownTool(server, maskedValue(tool, maskFor(site, server))));
    },
    call: async (name, call, signal) => operatorCall(site, named(name), call, signal),
    messages: (name) => kept(name, (server) => server.messages()),
    resources: (name) => shown(name, resourcesOf),
    readResource: (name, uri) => shown(name, (environment) => resourceAt(environment, uri)),
    prompts: (name) => shown(name, promptsOf),
    getPrompt: (name, prompt) => shown(name, (environment) => promptMessages(environment, prompt)),
    async planSwitches(name, change) {
      return planOf(await edited(name, change), maskFor(site, named(name)));
    },
    async setSwitches(name, change, version) {
      const { storage } = editablePlace(site);
      await site.history.make(storage, editOfVersion(storage, await edited(name, change), version));
      await refresh();
    },
  };
}
