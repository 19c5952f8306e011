import { formatForeignLine } from '#core';
import { writeErrorLine } from '../../output/error-writer.ts';
import type { Command } from '../../command.ts';

export const cloneFolder: Command = {
  usage: 'clone <folder> <new-folder>',
  about: "Copies an agent's files to a new folder (not its task history).",
  more: 'All files except databases are copied. Existing files are never overwritten.',
  options: {
    name: { value: 'NAME', about: 'name of the new agent' },
  },
  examples: ['timestep clone agents/guide agents/other --name Other'],
  async run({ operand, second, values }, { write, writeError }) {
    const { cloneAgent } = await import('#agents/folder');
    const name = values.text('name');
    const cloned = await cloneAgent(operand, second, name === undefined ? {} : { name });
    if (cloned.hasVariables)
      writeErrorLine(
        writeError,
        `${second} also contains a copy of .env, which may contain secrets`,
      );
    write(`copied into ${second}: ${cloned.paths.map(formatForeignLine).join(', ')}\n`);
  },
};
