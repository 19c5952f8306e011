import { EXIT, JSON_OPTION, type Command } from '../command.ts';
import { MODEL_OPTION } from '../served-folder.ts';

export const agentsAsk: Command = {
  words: ['agents', 'ask'],
  operand: '<name|path|url>',
  second: '[message]',
  about: 'Sends one message to an agent, and shows the answer while it is made.',
  more: `Without a message, standard input is the message. What is said is kept in the database as a conversation. A turn that needs a person is left as it is, and the exit code is ${EXIT.waiting}; the sentence names the command that takes the answer.`,
  options: {
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'every event as a line of JSON, for programs' },
  },
  backend: 'serve',
  examples: [
    'timestep agents ask sky "How is the weather?"',
    'timestep agents ask https://peer.example --json < question.txt',
  ],
  async run({ operand, second, values }, around) {
    const { runChat } = await import('../chat/run-chat.ts');
    const readInput = second === '' ? around.readInput : () => Promise.resolve(second);
    return runChat(
      { operand, values },
      { ...around, terminal: () => undefined, ...(readInput && { readInput }) },
      { isStreamed: true },
    );
  },
};
