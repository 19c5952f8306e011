import { EXIT, getOptionText, type Command } from '../../command.ts';
import { formatWarnings } from '../../agents/served-folder.ts';

export const importFolder: Command = {
  words: ['import'],
  operand: '<agent>',
  second: '<folder>',
  about:
    'Creates an agent folder from an agent of another program, and reports the parts that are not converted.',
  more: 'Supports agents of Claude Code, opencode and Gemini CLI (.md), single-file YAML agents, and agent folders. Secrets are copied unchanged. Existing files are never overwritten.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'name of the new agent' },
  },
  examples: [
    'timestep import .claude/agents/reviewer.md agents/reviewer',
    'timestep import .opencode/agents/docs.md agents/docs --name Writer',
    'timestep import bob.yaml agents/bob',
  ],
  async run({ operand, second, values }, { write, writeError }) {
    const { importAgent, formatProblem: problemText } =
      await import('../../../../agents/folder/index.ts');
    const name = getOptionText(values, 'name');
    const named = name === undefined ? {} : { name };
    const { paths, warnings } = await importAgent(operand, second, named);
    for (const line of formatWarnings(warnings, problemText)) writeError(line);
    write(`${second}: ${paths.join(', ')}\n`);
    return EXIT.fine;
  },
};
