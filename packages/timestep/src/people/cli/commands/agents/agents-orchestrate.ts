import { formatForeignText } from '#core';
import { writeErrorLine } from '../../output/error-writer.ts';
import type { Command } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';

export const agentsOrchestrate: Command = {
  usage: 'agents orchestrate <folder> <on|off>',
  about: 'Allows an agent to call the agents listed in its folder, or revokes this.',
  more: 'If on, the agent has all tools for calling agents, and none for changing its rules and references; if off, the reverse. The agents it may call are listed in "agents" of tsagent.json, as paths and URLs.',
  examples: [
    'timestep agents orchestrate agents/desk on',
    'timestep agents orchestrate agents/desk off',
  ],
  async run({ operand, second }, { write, writeError }) {
    if (second !== 'on' && second !== 'off')
      throw createUsageError(`"${second}" must be on or off`);
    const { applyEdit, formatEdit, fileStorage, loadAgentMetadata, planOrchestrationEdit } =
      await import('#agents/folder');
    const storage = fileStorage(operand);
    const edit = await planOrchestrationEdit(storage, second === 'on');
    await applyEdit(storage, edit);
    const isSame = edit.changes.length === 0;
    write(isSame ? 'Nothing changed.\n' : `${formatForeignText(formatEdit(edit))}\n`);
    const { agents = [] } = await loadAgentMetadata(storage);
    if (second === 'on' && agents.length === 0) {
      writeErrorLine(
        writeError,
        `the agent lists no agents yet: add "agents": ["../weather"] to tsagent.json`,
      );
    }
  },
};
