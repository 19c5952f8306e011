import { formatForeignLine } from '#core';
import type { Command } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import { describeSavedAgents, openUserAgents } from '../../agents/user-agents.ts';

export const agentsRemove: Command = {
  usage: 'agents remove <name>',
  about: 'Removes an agent from the saved and recently used agents; its files are not deleted.',
  examples: ['timestep agents remove sky', 'timestep agents remove https://peer.example'],
  async run({ operand }, { env, write }) {
    const { isAddress, normalizeSource } = await import('#serving/catalog');
    const agents = await openUserAgents(env);
    const named = agents.find(operand) ? operand : normalizeSource(operand);
    const removed = await agents.remove(named);
    if (!removed) {
      const what = isAddress(operand) ? 'with the URL' : 'named';
      const saved = describeSavedAgents(operand, agents);
      const message = `no saved agent ${what} ${formatForeignLine(operand)}: ${saved}`;
      throw new CommandError('no-agents', message);
    }
    write(`removed ${formatForeignLine(removed.name)}\n`);
  },
};
