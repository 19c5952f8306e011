import type { CallableAgents } from '#agents/calling';
import type { ServedAgents, StoreUser } from '#engine/port';
import { openAgentCatalog, type FolderContext } from './folder-reports.ts';
import { watchHealthAndRequireUsable } from './agent-health.ts';
import { resolveAgent } from './user-agents.ts';

export interface CalledAgents {
  readonly agents: CallableAgents;
  /** Agents that the runner executes. The list changes when agent files are added or removed. */
  readonly loops: ServedAgents;
  readonly giveStores: (give: (user: StoreUser) => void) => void;
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

type HeadersByUrl = (address: string) => Readonly<Record<string, string>> | undefined;

/** Opens called agents without contacting URLs, so that unreachable agents do not affect others. */
export async function openCalledAgents(
  operands: readonly string[],
  model: string | undefined,
  context: FolderContext,
  getHeaders: (addresses: readonly string[]) => HeadersByUrl,
): Promise<CalledAgents> {
  const given = await Promise.all(operands.map((operand) => resolveAgent(operand, context.env)));
  const { createCallableAgents, isAddress } = await import('#serving/catalog');
  const { servablesToServedAgents } = await import('#serving/server');
  // Folders may name any URL, so only URLs on the command line get the authentication headers.
  const headersFor = getHeaders(given.map(({ source }) => source).filter(isAddress));
  const { catalog, onError } = await openAgentCatalog(given, model, context, {
    asksAddresses: false,
    headersFor,
  });
  const { servables } = catalog;
  const isUsable = (): boolean => servables.list().some(({ isExposed }) => isExposed !== false);
  await watchHealthAndRequireUsable(
    catalog,
    context.writeError,
    isUsable,
    ({ kind }) => kind === 'path',
  );
  return {
    agents: createCallableAgents(catalog),
    loops: servablesToServedAgents(servables),
    giveStores(give) {
      const giveAll = (): void => servables.list().forEach(give);
      giveAll();
      servables.watch(giveAll);
    },
    onError,
    close: () => catalog.close(),
  };
}
