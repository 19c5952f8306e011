import { EXIT, textOf, type Command } from '../command.ts';

export const cloneFolder: Command = {
  words: ['clone'],
  operand: '<folder>',
  second: '<new-folder>',
  about: 'Copies an agent into a new folder, without what it did.',
  more: 'All files are copied but databases. It never overwrites a file.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'another name for the new agent' },
  },
  examples: ['timestep clone agents/guide agents/other --name Other'],
  async run({ operand, second, values }, { write, complain }) {
    const { cloneAgent } = await import('../../folder/index.ts');
    const name = textOf(values, 'name');
    const cloned = await cloneAgent(operand, second, name === undefined ? {} : { name });
    if (cloned.hasVariables)
      complain(`timestep: ${second} has a .env too, which may hold secrets\n`);
    write(`${second}: ${cloned.paths.join(', ')}\n`);
    return EXIT.fine;
  },
};
