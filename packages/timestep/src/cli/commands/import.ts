import { EXIT, textOf, type Command } from '../command.ts';
import { warningLines } from '../served-folder.ts';

export const importFolder: Command = {
  words: ['import'],
  operand: '<agent>',
  second: '<folder>',
  about:
    'Writes the folder of an agent that another program has, and says what is not carried over.',
  more: 'It reads agents of Claude Code, opencode and Gemini CLI (.md), agents of one YAML file, and agent folders. Secrets stay as they are written. It never overwrites a file.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'another name for the agent' },
  },
  examples: [
    'timestep import .claude/agents/reviewer.md agents/reviewer',
    'timestep import .opencode/agents/docs.md agents/docs --name Writer',
    'timestep import bob.yaml agents/bob',
  ],
  async run({ operand, second, values }, { write, complain }) {
    const { importAgent, problemText } = await import('../../folder/index.ts');
    const name = textOf(values, 'name');
    const named = name === undefined ? {} : { name };
    const { paths, warnings } = await importAgent(operand, second, named);
    for (const line of warningLines(warnings, problemText)) complain(line);
    write(`${second}: ${paths.join(', ')}\n`);
    return EXIT.fine;
  },
};
