import { formatList, type SlashCommand } from './slash-command.ts';
import { describeCachedTokens, formatCost, listViewItems } from '#people/view';

export const GENERAL: readonly SlashCommand[] = [
  {
    name: 'license',
    usage: '',
    summary: 'shows the license',
    run: ({ getLicense }) => getLicense(),
  },
  {
    name: 'quit',
    aliases: ['exit'],
    usage: '',
    summary: 'quits; the conversation is saved',
    run: () => ({ do: 'leave' }),
  },
  {
    name: 'clear',
    usage: '',
    summary: 'starts a new conversation; this one is saved',
    run: () => ({ do: 'clear' }),
  },
  {
    name: 'agent',
    usage: '',
    summary: 'shows information about the agent',
    run({ getAgentFacts }) {
      const lines = getAgentFacts?.().map(([name, value]) => `**${name}**: ${value}`);
      return lines && formatList(lines, '');
    },
  },
  {
    name: 'stats',
    usage: '',
    summary: 'shows the number of turns, tool calls and tokens, and the cost',
    run({ getView }) {
      const items = listViewItems(getView());
      const count = (kind: string): number => items.filter((item) => item.kind === kind).length;
      const { usage, costUsd } = getView();
      const lines = [
        `messages: ${count('user')}`,
        `finished turns: ${count('end')}`,
        `tool calls: ${count('call')}`,
        `tokens: ${usage.total_tokens} (${usage.prompt_tokens} in, ${usage.completion_tokens} out)${describeCachedTokens(usage)}`,
        costUsd === null ? 'cost: unknown' : `cost: ${formatCost(costUsd)}`,
      ];
      return formatList(lines, '');
    },
  },
  {
    name: 'cost',
    usage: '',
    summary: 'shows the cost of the conversation so far',
    run({ getView }) {
      const { usage, costUsd } = getView();
      return `${usage.total_tokens} tokens${describeCachedTokens(usage)}, ${formatCost(costUsd)}`;
    },
  },
];
