import { formatForeignLine } from '#core';
import type { Command } from '../../command.ts';
import { writeWarnings } from '../../agents/folder-reports.ts';

export const importFolder: Command = {
  usage: 'import <agent> <folder>',
  about:
    'Creates an agent folder from an agent of another program, and reports the parts that are not converted.',
  more: 'Supports agents of Claude Code, opencode, Gemini CLI and GitHub Copilot (.md), single-file YAML agents, and agent folders. Secrets are copied unchanged. Existing files are never overwritten.',
  options: {
    name: { value: 'NAME', about: 'name of the new agent' },
  },
  examples: [
    'timestep import .claude/agents/reviewer.md agents/reviewer',
    'timestep import .opencode/agents/docs.md agents/docs --name Writer',
    'timestep import bob.yaml agents/bob',
  ],
  async run({ operand, second, values }, { write, writeError }) {
    const { importAgent, formatProblem } = await import('#agents/folder');
    const name = values.text('name');
    const named = name === undefined ? {} : { name };
    const { paths, warnings } = await importAgent(operand, second, named);
    writeWarnings(warnings, formatProblem, writeError);
    write(`imported into ${second}: ${paths.map(formatForeignLine).join(', ')}\n`);
  },
};
