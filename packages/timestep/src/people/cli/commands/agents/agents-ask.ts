import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { TRUST_OPTION } from '../../agents/folder-trust.ts';
import { MODEL_OPTION } from '../../agents/served-folder.ts';

export const agentsAsk: Command = {
  usage: 'agents ask <name|path|url> [message]',
  about: 'Sends one message to an agent and streams the answer.',
  more: `Without a message argument, the message is read from standard input. The conversation is stored in the database. If the turn requires human input, the command exits with ${EXIT.waiting} and prints the command for answering.`,
  options: {
    model: MODEL_OPTION,
    trust: TRUST_OPTION,
    json: { ...JSON_OPTION, about: 'prints every event as a JSON line' },
  },
  backend: 'serve',
  examples: [
    'timestep agents ask sky "How is the weather?"',
    'timestep agents ask https://peer.example --json < question.txt',
  ],
  async run({ operand, second, values }, context) {
    const { runChat } = await import('../../chat/run-chat.ts');
    const readInput = second === '' ? context.readInput : () => Promise.resolve(second);
    return runChat(
      { operand, values },
      { ...context, getTerminal: () => undefined, ...(readInput && { readInput }) },
      { isStreamed: true },
    );
  },
};
