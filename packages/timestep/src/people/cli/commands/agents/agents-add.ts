import { formatForeignLine } from '#core';
import type { CatalogEntry } from '#serving/catalog';
import { writeErrorLine } from '../../output/error-writer.ts';
import { formatJson } from '../../output/plain-text.ts';
import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { PUBLIC_KEY_OPTION, readPublicKeys } from '../../options/card-key.ts';
import { createUsageError } from '../../command-error.ts';
import { openUserAgents } from '../../agents/user-agents.ts';

export const agentsAdd: Command = {
  usage: 'agents add <path|url>',
  about: 'Saves an agent under a name for use in other commands.',
  more: 'A folder with several agents adds all of them. An agent that cannot be used now is added only with --name. Saved agents are stored in agents.json of your configuration folder: $XDG_CONFIG_HOME/timestep, or ~/.config/timestep.',
  options: {
    name: { value: 'NAME', about: "name to use instead of the agent's own name" },
    'card-key': PUBLIC_KEY_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    'timestep agents add agents/guide',
    'timestep agents add https://peer.example/agents/sky --name sky',
    'timestep agents add https://peer.example --card-key https://peer.example/.well-known/jwks.json',
  ],
  async run({ operand, values }, { env, write, writeError }) {
    const { isAddress, openCatalog } = await import('#serving/catalog');
    const keys = await readPublicKeys(values);
    if (keys.length > 0 && !isAddress(operand)) throw createUsageError('--card-key requires a URL');
    const pinned = keys.length > 0 && { card_keys: keys };
    const sources = [{ source: operand, ...pinned }];
    const catalog = await openCatalog(sources, { isFollowed: false, opensNamed: false });
    try {
      const name = values.text('name');
      const entries = catalog.list();
      if (name !== undefined && entries.length > 1) {
        throw createUsageError('--name requires a single agent, but the folder contains several');
      }
      const isFit = ({ health }: CatalogEntry): boolean => health.state === 'ok';
      for (const { health } of entries.filter((one) => !isFit(one))) {
        writeErrorLine(writeError, health.why ?? health.state);
      }
      const agents = await openUserAgents(env);
      const others = agents.listAdded().filter(({ source }) => !catalog.find(source));
      if (others.some((other) => other.name === name))
        throw createUsageError(`--name "${name ?? ''}" is already the name of another agent`);
      const added = [];
      for (const entry of entries.filter((one) => isFit(one) || name !== undefined)) {
        const saved = { name: name ?? (await deriveName(entry)), source: entry.source, ...pinned };
        added.push(await agents.add(saved));
      }
      const lines = added.map(
        (one) => `${formatForeignLine(one.name)}  ${formatForeignLine(one.source)}\n`,
      );
      write(values.isSet('json') ? formatJson({ agents: added }) : lines.join(''));
      return added.length === entries.length ? EXIT.fine : EXIT.failed;
    } finally {
      await catalog.close();
    }
  },
};

/** The name is saved, so that it remains known while the agent is unreachable. */
async function deriveName({ agentId, name, kind }: CatalogEntry): Promise<string> {
  const { nameToAgentId } = await import('#agents/folder');
  return kind === 'address' ? nameToAgentId(name) : agentId;
}
