import { EXIT, type Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { personAgents } from '../person-agents.ts';
import { plainLine } from '../plain-text.ts';

export const agentsRemove: Command = {
  words: ['agents', 'remove'],
  operand: '<name>',
  about: 'Forgets an agent that you know or used; its files stay.',
  options: {},
  examples: ['timestep agents remove sky', 'timestep agents remove https://peer.example'],
  async run({ operand }, { env, write }) {
    const { isAddress, sourceFrom } = await import('../../catalog/index.ts');
    const agents = await personAgents(env);
    const named = agents.find(operand) ? operand : sourceFrom(operand);
    const removed = await agents.remove(named);
    if (!removed) {
      const what = isAddress(operand) ? 'at the address' : 'called';
      const message = `you know no agent ${what} ${operand}: see timestep agents list`;
      throw new CommandError('no-agents', message);
    }
    write(`${plainLine(removed.name)} is forgotten.\n`);
    return EXIT.fine;
  },
};
