import type { CatalogEntry } from '../../catalog/index.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { PEER_KEY_OPTION, peerKeysIn } from '../card-key.ts';
import { usage } from '../command-error.ts';
import { personAgents } from '../person-agents.ts';
import { plainLine, plainText } from '../plain-text.ts';

export const agentsAdd: Command = {
  words: ['agents', 'add'],
  operand: '<path|url>',
  about: 'Keeps an agent among those that you know, under a name for other commands.',
  more: 'A folder of several agents adds each of them. An agent that cannot be used now is added with --name only. They are kept in agents.json of your configuration folder: $XDG_CONFIG_HOME/timestep, or ~/.config/timestep.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'instead of the name that the agent has' },
    'card-key': PEER_KEY_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    'timestep agents add agents/guide',
    'timestep agents add https://peer.example/agents/sky --name sky',
    'timestep agents add https://peer.example --card-key https://peer.example/.well-known/jwks.json',
  ],
  async run({ operand, values }, { env, write, complain }) {
    const { isAddress, openCatalog } = await import('../../catalog/index.ts');
    const keys = await peerKeysIn(values);
    if (keys.length > 0 && !isAddress(operand)) throw usage('--card-key goes with an address');
    const pinned = keys.length > 0 && { card_keys: keys };
    const catalog = await openCatalog([{ source: operand, ...pinned }], {
      isFollowed: false,
      opensNamed: false,
    });
    try {
      const name = textOf(values, 'name');
      const entries = catalog.list();
      if (name !== undefined && entries.length > 1) {
        throw usage('--name goes with one agent, and here are several');
      }
      const isFit = ({ health }: CatalogEntry): boolean => health.state === 'ok';
      for (const { health } of entries.filter((one) => !isFit(one))) {
        complain(`timestep: ${plainText(health.why ?? health.state)}\n`);
      }
      const agents = await personAgents(env);
      const isTaken = agents.known().some((one) => one.name === name && !catalog.find(one.source));
      if (isTaken) throw usage(`--name "${name ?? ''}" is the name of another agent`);
      const added = [];
      for (const entry of entries.filter((one) => isFit(one) || name !== undefined)) {
        const { source } = entry;
        added.push(await agents.add({ name: name ?? (await ownNameOf(entry)), source, ...pinned }));
      }
      const lines = added.map((one) => `${plainLine(one.name)}  ${plainLine(one.source)}\n`);
      write(isSet(values, 'json') ? `${JSON.stringify({ agents: added })}\n` : lines.join(''));
      return added.length === entries.length ? EXIT.fine : EXIT.failed;
    } finally {
      await catalog.close();
    }
  },
};

/** By what it says about itself: the name is kept, so that it holds when the agent is away. */
async function ownNameOf({ agentId, name, kind }: CatalogEntry): Promise<string> {
  const { agentIdOf } = await import('../../folder/index.ts');
  return kind === 'address' ? agentIdOf(name) : agentId;
}
