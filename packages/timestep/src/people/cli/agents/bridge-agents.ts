import type { BridgeAgents } from '../../../agents/calling/index.ts';
import type { ServedAgents, StoreUser } from '../../../engine/port/index.ts';
import { CommandError } from '../command-error.ts';
import type { CommandContext } from '../command.ts';
import { readDelegationKey } from '../options/listen-options.ts';
import { resolveAgent } from './user-agents.ts';
import { createHealthReporter } from './served-agents.ts';
import { createFolderReports, createServerLineWriter } from './served-folder.ts';

/** Agents that an MCP bridge calls: local folders and remote URLs. */
export interface CalledAgents {
  readonly agents: BridgeAgents;
  /** The agents for the runner. The list changes when agent files are added or removed. */
  readonly loops: ServedAgents;
  /** Passes the stores to every current and future agent. */
  readonly giveStores: (give: (user: StoreUser) => void) => void;
  /** Writes an error to standard error, with the secrets of the agent folders masked. */
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/** Options and environment for opening agents. */
export interface OpenCalledAgentsOptions extends Pick<CommandContext, 'env' | 'writeError'> {
  /** Model to use instead of the models of the agent folders. */
  readonly model: string | undefined;
  /** Returns the HTTP headers to send to each URL. */
  readonly getHeaders: (
    addresses: readonly string[],
  ) => (address: string) => Readonly<Record<string, string>> | undefined;
}

/**
 * Opens agents by path, URL or saved name. URLs are not contacted yet, so that an unreachable agent
 * does not affect the others. Agents with errors are reported and become available once fixed.
 * Throws `CommandError` if no agent is usable.
 */
export async function openCalledAgents(
  operands: readonly string[],
  { env, writeError, model, getHeaders }: OpenCalledAgentsOptions,
): Promise<CalledAgents> {
  const given = await Promise.all(operands.map((operand) => resolveAgent(operand, env)));
  const {
    createBridgeAgents: bridgeAgentsOf,
    isAddress,
    openCatalog,
  } = await import('../../../serving/catalog/index.ts');
  const { toServedAgents } = await import('../../../serving/server/index.ts');
  const { load, onLoaded, onError } = await createFolderReports(
    model,
    { writeError, env },
    createServerLineWriter(writeError),
  );
  const addresses = given.map(({ source }) => source).filter(isAddress);
  // Headers go only to the URLs on the command line. Agents listed in folders may belong to others,
  // who must not receive them.
  const headersFor = getHeaders(addresses);
  const delegationKey = readDelegationKey(env);
  const catalog = await openCatalog(given, {
    load,
    onLoaded,
    asksAddresses: false,
    headersFor,
    ...(delegationKey !== undefined && { delegationKey }),
  });
  try {
    const problems = createHealthReporter(catalog, writeError, ({ kind }) => kind === 'path');
    problems.tell();
    if (catalog.servables.list().every(({ isExposed }) => isExposed === false)) {
      throw new CommandError('no-agents', 'no agent could be loaded: fix the errors above');
    }
    catalog.watch(() => problems.tell());
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
  const { servables } = catalog;
  return {
    agents: bridgeAgentsOf(catalog),
    loops: toServedAgents(servables),
    giveStores(give) {
      const giveAll = (): void => servables.list().forEach(give);
      giveAll();
      servables.watch(giveAll);
    },
    onError,
    close: () => catalog.close(),
  };
}
