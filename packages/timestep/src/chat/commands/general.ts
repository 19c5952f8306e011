import { listOf, notHere, say, type SlashCommand } from '../slash-command.ts';
import { costText, itemsOf } from '../../view/index.ts';

/** Commands about the program and the conversation as a whole. */
export const GENERAL: readonly SlashCommand[] = [
  {
    name: 'license',
    usage: '',
    summary: 'shows the licence',
    run: ({ license }) => say(license()),
  },
  {
    name: 'quit',
    aliases: ['exit'],
    usage: '',
    summary: 'leaves; what was said is kept',
    run: () => ({ do: 'leave' }),
  },
  {
    name: 'clear',
    usage: '',
    summary: 'begins a new conversation; this one is kept',
    run: () => ({ do: 'clear' }),
  },
  {
    name: 'agent',
    usage: '',
    summary: 'shows what is known of the agent',
    run: ({ agent }) =>
      agent
        ? say(
            listOf(
              agent().map(([name, value]) => `**${name}**: ${value}`),
              '',
            ),
          )
        : notHere('agent'),
  },
  {
    name: 'stats',
    usage: '',
    summary: 'counts turns, calls, tokens and cost',
    run({ view }) {
      const items = itemsOf(view());
      const count = (kind: string): number => items.filter((item) => item.kind === kind).length;
      const { usage, costUsd } = view();
      const lines = [
        `messages: ${count('user')}`,
        `turns that ended: ${count('end')}`,
        `calls of tools: ${count('call')}`,
        `tokens: ${usage.total_tokens} (${usage.prompt_tokens} in, ${usage.completion_tokens} out)`,
        `cost: ${costText(costUsd)}`,
      ];
      return say(listOf(lines, ''));
    },
  },
  {
    name: 'cost',
    usage: '',
    summary: 'shows what the conversation cost so far',
    run({ view }) {
      const { usage, costUsd } = view();
      return say(`${costText(costUsd)} for ${usage.total_tokens} tokens`);
    },
  },
];
