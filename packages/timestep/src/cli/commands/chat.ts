import { JSON_OPTION, type Command } from '../command.ts';
import { MODEL_OPTION } from '../served-folder.ts';

export const chat: Command = {
  words: ['chat'],
  operand: '[agent]',
  about: 'Talks with an agent: of a folder or a file, of a script in JSON, or at an A2A address.',
  more: 'Without an agent: that of the folder here, or where it holds none the guide, which answers questions about Timestep and needs no key. At a terminal, /help lists commands. Otherwise standard input is the message and standard output the answer; a turn that needs a person is left as it is, the exit code is 4, and the answer is given with --resume. Conversations are kept in the database as sessions, and go on where they were.',
  options: {
    continue: { type: 'boolean', about: 'goes on with the newest conversation' },
    resume: {
      type: 'string',
      value: 'ID',
      about: 'goes on with that conversation; without an id, lists them to choose from',
      isValueOptional: true,
    },
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'every event as a line of JSON, for programs' },
  },
  backend: 'serve',
  examples: [
    'timestep chat',
    'timestep chat agents/guide --continue',
    'timestep chat agents/guide.yaml --model anthropic/claude-sonnet-4-5',
    'echo "How is the weather?" | timestep chat agents/guide',
    'timestep chat http://127.0.0.1:9999 --json < question.txt',
  ],
  // Conversations and what shows them are loaded only where a person talks.
  async run(call, around) {
    const { runChat } = await import('../chat/run-chat.ts');
    return runChat(call, around);
  },
};
