import type { BridgeAgents } from '../calling/index.ts';
import type { ServedAgents, StoreUser } from '../port/index.ts';
import { CommandError } from './command-error.ts';
import type { CommandContext } from './command.ts';
import { readDelegationKey } from './listen-options.ts';
import { agentNamed } from './person-agents.ts';
import { createHealthReporter } from './served-agents.ts';
import { createFolderReports, createServerLineWriter } from './served-folder.ts';

/** The agents that a bridge calls: those of paths in this process, and those of addresses. */
export interface CalledAgents {
  readonly agents: BridgeAgents;
  /** What the runner runs their tasks with; they come and go with their files. */
  readonly loops: ServedAgents;
  /** Gives each agent what it needs, also those that come later. */
  readonly giveStores: (give: (user: StoreUser) => void) => void;
  /** Writes a failure to standard error, without the values that the folders name as secret. */
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/** How agents are opened. */
export interface CallSite extends Pick<CommandContext, 'env' | 'complain'> {
  /** Answers instead of the models of folders. */
  readonly model: string | undefined;
  /** What is sent to each of these addresses. */
  readonly headersOf: (
    addresses: readonly string[],
  ) => (address: string) => Readonly<Record<string, string>> | undefined;
}

/**
 * Opens agents by their paths, addresses and known names. An address is not asked for anything yet, so that
 * one that is away harms no other. What cannot be used is said, and comes when it can; throws
 * `CommandError` where nothing is left.
 */
export async function openCalledAgents(
  operands: readonly string[],
  { env, complain, model, headersOf }: CallSite,
): Promise<CalledAgents> {
  const given = await Promise.all(operands.map((operand) => agentNamed(operand, env)));
  const { bridgeAgentsOf, isAddress, openCatalog } = await import('../catalog/index.ts');
  const { loopsOf } = await import('../server/index.ts');
  const { load, onLoaded, onError } = await createFolderReports(
    model,
    { complain, env },
    createServerLineWriter(complain),
  );
  const addresses = given.map(({ source }) => source).filter(isAddress);
  // Agents that a folder names may be those of others, who must not receive them.
  const headersFor = headersOf(addresses);
  const delegationKey = readDelegationKey(env);
  const catalog = await openCatalog(given, {
    load,
    onLoaded,
    asksAddresses: false,
    headersFor,
    ...(delegationKey !== undefined && { delegationKey }),
  });
  try {
    const problems = createHealthReporter(catalog, complain, ({ kind }) => kind === 'path');
    problems.tell();
    if (catalog.servables.list().every(({ isExposed }) => isExposed === false)) {
      throw new CommandError('no-agents', 'there is no agent to call: mend what is said above');
    }
    catalog.watch(() => problems.tell());
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
  const { servables } = catalog;
  return {
    agents: bridgeAgentsOf(catalog),
    loops: loopsOf(servables),
    giveStores(give) {
      const giveAll = (): void => servables.list().forEach(give);
      giveAll();
      servables.watch(giveAll);
    },
    onError,
    close: () => catalog.close(),
  };
}
