import type { BridgeAgent, BridgeAgents, BridgeEntry } from '../bridge/index.ts';
import { maskOf, withoutTrailing } from '../core/index.ts';
import type { Clock, ServedAgent, SessionStore } from '../port/index.ts';
import type { RemoteAgent } from '../server/index.ts';
import { usage } from './command-error.ts';
import { failureText } from './failure-text.ts';
import { complainer, openFolder, type ServedFolder } from './served-folder.ts';

/** The agents that a bridge calls: those of paths in this process, and those of addresses. */
export interface CalledAgents {
  readonly agents: BridgeAgents;
  /** What the runner runs their tasks with. */
  readonly loops: readonly ServedAgent[];
  readonly useSessions: (sessions: SessionStore) => void;
  /** Writes a failure to standard error, without the values that the folders name as secret. */
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/** How agents are opened. */
export interface CallSite {
  /** Answers instead of the models of folders. */
  readonly model: string | undefined;
  /** Sent to the addresses, which must be of one origin. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly complain: (text: string) => void;
}

/** How long a card is taken as it was, before another look. */
const CARD_MS = 5 * 60_000;

export function isAddress(operand: string): boolean {
  return /^https?:\/\//i.test(operand);
}

/**
 * Opens agents by their paths and addresses. An address is not asked for anything yet, so that one that
 * is away harms no other. Throws `FolderError` for a path that holds no agent.
 */
export async function openCalledAgents(
  operands: readonly string[],
  site: CallSite,
): Promise<CalledAgents> {
  const folders: { readonly operand: string; readonly folder: ServedFolder }[] = [];
  const closeFolders = async (): Promise<void> => {
    await Promise.all(folders.map(({ folder }) => folder.close()));
  };
  try {
    for (const operand of operands.filter((one) => !isAddress(one))) {
      folders.push({ operand, folder: await openFolder(operand, site.model, site.complain) });
    }
    const names = new Set<string>();
    for (const { folder } of folders) takeName(folder.agent.agentId, names);
    const { remoteAgent } = await import('../server/index.ts');
    const { headers } = site;
    const remotes = operands.filter(isAddress).map((url) => {
      const agentId = freeName(remoteAgent(url).agentId, names);
      return remoteAgent(url, { agentId, ...(headers && { headers }) });
    });
    const called = [
      ...folders.map(({ operand, folder }) => localAgent(operand, folder)),
      ...remotes.map((remote) => elsewhere(remote, site.clock)),
    ];
    return {
      agents: agentsOf(called),
      loops: [
        ...folders.map(({ folder }) => folder.agent.loop),
        ...remotes.map(({ loop }) => loop),
      ],
      useSessions(sessions) {
        for (const { folder } of folders) folder.agent.useSessions?.(sessions);
      },
      onError: complainer(site.complain, (text) => maskOf(secretsOf(folders))(text)),
      async close() {
        await Promise.all([closeFolders(), ...remotes.map((remote) => remote.close())]);
      },
    };
  } catch (thrown) {
    await closeFolders();
    throw thrown;
  }
}

function takeName(name: string, names: Set<string>): void {
  if (names.has(name)) throw usage(`two of the folders hold an agent called ${name}`);
  names.add(name);
}

/** The name, or the name with the first number that makes it another than those before. */
function freeName(name: string, names: Set<string>): string {
  let [free, count] = [name, 1];
  while (names.has(free)) free = `${name}-${(count += 1)}`;
  names.add(free);
  return free;
}

function secretsOf(folders: readonly { readonly folder: ServedFolder }[]): string[] {
  return folders.flatMap(({ folder }) =>
    folder.definition.folder.servers.flatMap(({ secrets }) => [...secrets]),
  );
}

/** An agent, what else it is found by, and what it says about itself. */
interface Called {
  readonly agent: BridgeAgent;
  readonly source: string;
  readonly entry: () => Promise<BridgeEntry>;
}

function agentsOf(called: readonly Called[]): BridgeAgents {
  return {
    list: () => Promise.all(called.map(({ entry }) => entry())),
    find(nameOrAddress) {
      const source = withoutTrailing(nameOrAddress, '/');
      const found =
        called.find(({ agent }) => agent.name === nameOrAddress) ??
        called.find((one) => withoutTrailing(one.source, '/') === source);
      return found?.agent;
    },
  };
}

function localAgent(source: string, { agent }: ServedFolder): Called {
  return {
    source,
    agent: { name: agent.agentId },
    entry: async () => entryOf(agent.description),
  };
}

function elsewhere(remote: RemoteAgent, { now }: Pick<Clock, 'now'>): Called {
  let lookedAt: number | undefined;
  return {
    source: remote.url,
    agent: {
      name: remote.agentId,
      isLocked: (task) => remote.isLocked(task),
      abandon: (task) => remote.abandon(task),
    },
    async entry() {
      const address = remote.url;
      try {
        if (lookedAt === undefined || now() - lookedAt > CARD_MS) {
          await remote.look();
          lookedAt = now();
        }
        return { ...entryOf(remote.description), address };
      } catch (thrown) {
        return { ...entryOf(remote.description), address, problem: failureText(thrown) };
      }
    },
  };
}

function entryOf(about: RemoteAgent['description']): BridgeEntry {
  const { name, title = name, description, version, skills = [] } = about;
  return { name, title, description, version, skills };
}
