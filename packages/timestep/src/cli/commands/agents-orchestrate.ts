import { EXIT, type Command } from '../command.ts';
import { usage } from '../command-error.ts';
import { plainText } from '../plain-text.ts';

export const agentsOrchestrate: Command = {
  words: ['agents', 'orchestrate'],
  operand: '<folder>',
  second: '<on|off>',
  about: 'Lets an agent call the agents that its folder names, or no longer.',
  more: 'On, it has all tools for calls of agents, and none that change its rules and references; off, the reverse. Which agents it may call is said by "agents" in tsagent.json, a list of paths and addresses.',
  options: {},
  examples: [
    'timestep agents orchestrate agents/desk on',
    'timestep agents orchestrate agents/desk off',
  ],
  async run({ operand, second }, { write, complain }) {
    if (second !== 'on' && second !== 'off') throw usage(`"${second}" is neither on nor off`);
    const { applyEdit, editText, fileStorage, loadAgentMetadata, setOrchestration } =
      await import('../../folder/index.ts');
    const storage = fileStorage(operand);
    const edit = await setOrchestration(storage, second === 'on');
    await applyEdit(storage, edit);
    const isSame = edit.changes.length === 0;
    write(isSame ? 'Nothing is different.\n' : `${plainText(editText(edit))}\n`);
    const { agents = [] } = await loadAgentMetadata(storage);
    if (second === 'on' && agents.length === 0) {
      complain(
        `timestep: it names no agents yet: write "agents": ["../weather"] into tsagent.json\n`,
      );
    }
    return EXIT.fine;
  },
};
