import { formatForeignLine } from '#core';
import type { ExplainedChoice, ExplainedItem } from '#agents/agent';
import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';

const MOST_SHOWN = 10;

export const relevanceTry: Command = {
  usage: 'relevance try <folder> <question>',
  about:
    'Shows which rules, references and skills of an agent a question gets, and why the others are left out.',
  more: 'Nothing is started, and no model answers. Tools are not among the items, because their servers are not started. With @timestep-ai/embedder, a score is the probability that the question needs the item; with words alone, it is comparable only within one question.',
  options: { json: JSON_OPTION },
  examples: [
    'timestep relevance try agents/guide "Can I get my money back?"',
    'timestep relevance try agents/guide "hello" --json',
  ],
  async run({ operand: folder, second: question, values }, { env, write }) {
    if (question.trim() === '') throw createUsageError('give a question after the folder');
    const { openChoiceExplainer } = await import('#agents/agent');
    const choice = await openChoiceExplainer(folder, { env })(question);
    write(formatResult(values, choice, formatExplainedChoice(choice), 2));
    return EXIT.fine;
  },
};

function formatExplainedChoice({ ranker = '', note, items }: ExplainedChoice): string[] {
  if (items.length === 0) return ['The agent has no rules, references or skills.'];
  const chosen = items.filter(({ reason }) => reason !== undefined);
  const others = items.filter(({ reason }) => reason === undefined);
  const left = others.length - MOST_SHOWN;
  return [
    ...formatTable([
      ['', 'item', 'score', 'needs', 'words in common'],
      ...[...chosen, ...others.slice(0, MOST_SHOWN)].map(formatExplainedItem),
    ]),
    ...(left > 0 ? [`${left} more with a lower score`] : []),
    ...(chosen.length === 0 ? ['Nothing is chosen.'] : []),
    ...(note === undefined ? [] : [formatForeignLine(note)]),
    `Chosen by ${ranker}.`,
  ];
}

function formatExplainedItem({ kind, name, reason, score, floor, words }: ExplainedItem): string[] {
  return [
    reason === undefined ? 'left out' : `chosen (${reason})`,
    formatForeignLine(`${kind} ${name}`),
    score.toFixed(3),
    floor === undefined ? '' : String(floor),
    formatForeignLine(words.join(' ')),
  ];
}
