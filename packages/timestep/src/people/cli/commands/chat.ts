import { JSON_OPTION, type Command } from '../command.ts';
import { TRUST_OPTION } from '../agents/folder-trust.ts';
import { MODEL_OPTION } from '../agents/served-folder.ts';

export const chat: Command = {
  usage: 'chat [agent]',
  about: 'Chats with an agent: a folder, a file, a JSON script, or an A2A URL.',
  more: 'Without an argument, uses the agent in the current folder, or else the guide, which answers questions about Timestep without an API key. In a terminal, /help lists the commands. Otherwise reads the message from standard input and writes the answer to standard output; if the turn requires human input, the command exits with 4; answer with --resume. Conversations are stored in the database as sessions and can be continued.',
  options: {
    continue: { about: 'continues the newest conversation' },
    resume: {
      value: 'ID',
      about: 'continues this conversation; without an id, lists the conversations to choose from',
      isValueOptional: true,
    },
    model: MODEL_OPTION,
    trust: TRUST_OPTION,
    json: { ...JSON_OPTION, about: 'prints every event as a JSON line' },
  },
  backend: 'serve',
  examples: [
    'timestep chat',
    'timestep chat agents/guide --continue',
    'timestep chat clones/helper --trust',
    'timestep chat agents/guide.yaml --model anthropic/claude-sonnet-4-5',
    'echo "How is the weather?" | timestep chat agents/guide',
    'timestep chat http://127.0.0.1:9999 --json < question.txt',
  ],
  // The chat modules are imported only when needed, so that other commands start faster.
  async run(call, context) {
    const { runChat } = await import('../chat/run-chat.ts');
    return runChat(call, context);
  },
};
