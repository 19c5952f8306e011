import type { AgentCalls, LoadFolderOptions } from '../folder/index.ts';
import {
  toServedAgents,
  servedAgentWith,
  type ServedAgent,
  type ServedAgents,
  type StoreUser,
} from '../port/index.ts';
import type { CommandContext } from './command.ts';
import { readDelegationKey } from './listen-options.ts';
import { createFolderReports, createServerLineWriter } from './served-folder.ts';

/** The agents that the folders of a command name, for these to call. */
export interface CallableAgents {
  readonly load: Pick<LoadFolderOptions, 'agentCalls'>;
  /** What is to be given the parts of the backend. */
  readonly users: readonly StoreUser[];
  /** What the runner runs tasks with: the agents of the command, and those that they call. */
  readonly withThem: (own: readonly ServedAgent[]) => readonly ServedAgent[] | ServedAgents;
  close(): Promise<void>;
}

const NOBODY: CallableAgents = {
  load: {},
  users: [],
  withThem: (own) => own,
  close: () => Promise.resolve(),
};

/** Whether any of these agents names others that it may call. */
export async function namesAgents(paths: readonly string[]): Promise<boolean> {
  const { loadAgentMetadata } = await import('../folder/index.ts');
  const all = await Promise.all(
    paths.map((path) =>
      // Who opens the agent says what is wrong with it.
      loadAgentMetadata(path).catch(() => undefined),
    ),
  );
  return all.some((one) => one?.agents !== undefined);
}

/** Opens the agents that these folders name, and those that they name in turn. */
export async function openCallable(
  paths: readonly string[],
  model: string | undefined,
  { complain, env }: Pick<CommandContext, 'complain' | 'env'>,
): Promise<CallableAgents> {
  if (!(await namesAgents(paths))) return NOBODY;
  const { openCatalog } = await import('../catalog/index.ts');
  const { load, onLoaded } = await createFolderReports(model, { complain, env }, createServerLineWriter(complain));
  const delegationKey = readDelegationKey(env);
  const catalog = await openCatalog(paths, {
    load,
    onLoaded,
    ...(delegationKey !== undefined && { delegationKey }),
  });
  const { servables } = catalog;
  const agentCalls: AgentCalls = catalog.agentCalls;
  return {
    load: { agentCalls },
    users: servables.list(),
    withThem(own) {
      const mine = toServedAgents(
        own.map((agent) =>
          servedAgentWith(agent, {
            // The same agent of the catalog knows whom it called.
            abandon: async (task) => servables.get(agent.name)?.loop.abandon?.(task),
          }),
        ),
      );
      return {
        get: (name) => mine.get(name) ?? servables.get(name)?.loop,
        names: () => [
          ...new Set([...mine.names(), ...servables.list().map(({ agentId }) => agentId)]),
        ],
        watch: (onChange) => servables.watch(onChange),
      };
    },
    close: () => catalog.close(),
  };
}
