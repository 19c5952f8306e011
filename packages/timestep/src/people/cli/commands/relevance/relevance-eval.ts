import { readFileSync } from 'node:fs';
import { formatForeignLine } from '#core';
import type { ChoiceFigures, JudgedChoice } from '#agents/agent';
import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { formatResult } from '../../output/plain-text.ts';
import { formatCount } from '../../options/quantity.ts';
import { parseRelevanceQuestions } from './read-questions.ts';

export const relevanceEval: Command = {
  usage: 'relevance eval <folder> <questions.jsonl>',
  about: 'Counts how often the questions of a file get the right rules, references and skills.',
  more: 'Each line of the file is {"question": "…", "right": ["name", …]}; "right" is empty if nothing fits, such as for small talk. The command exits with 1 if a name is unknown in the folder, or a question misses an item or gets a wrong one.',
  options: { json: JSON_OPTION },
  examples: [
    'timestep relevance eval agents/guide questions.jsonl',
    'timestep relevance eval agents/guide questions.jsonl --json',
  ],
  async run({ operand: folder, second: file, values }, { env, write }) {
    const questions = parseRelevanceQuestions(readQuestionsFile(file), file);
    const { openChoiceExplainer, judgeChoice, computeChoiceFigures } =
      await import('#agents/agent');
    const explain = openChoiceExplainer(folder, { env });
    const judged: JudgedChoice[] = [];
    let ranker: string | undefined;
    for (const question of questions) {
      const choice = await explain(question.question);
      const names = new Set(choice.items.map(({ name }) => name));
      const unknown = question.right.find((name) => !names.has(name));
      if (unknown !== undefined) {
        const known = [...names].toSorted().join(', ');
        throw createUsageError(`${file}: the folder has no item "${unknown}": use ${known}`);
      }
      judged.push(judgeChoice(question, choice));
      ranker = choice.ranker;
    }
    const figures = computeChoiceFigures(judged);
    const lines = [...judged.flatMap(formatWrongChoice), ...formatFigures(figures, judged, ranker)];
    write(formatResult(values, { ranker, ...figures, judged }, lines, 2));
    const isRight = judged.every(({ missed, wrong }) => missed.length + wrong.length === 0);
    return isRight ? EXIT.fine : EXIT.failed;
  },
};

function readQuestionsFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw createUsageError(
      `${file === '' ? 'the file of questions' : file} cannot be read: ${why}`,
    );
  }
}

function formatWrongChoice({ question, missed, wrong }: JudgedChoice): string[] {
  const faults = [
    ...missed.map((name) => `misses ${name}`),
    ...wrong.map((name) => `wrongly gets ${name}`),
  ];
  return faults.length === 0 ? [] : [formatForeignLine(`"${question}" ${faults.join(', ')}`)];
}

function formatFigures(
  { rightChosen, wrongPerQuestion, drawn }: ChoiceFigures,
  judged: readonly JudgedChoice[],
  ranker = '',
): string[] {
  const meant = judged.filter(({ right }) => right.length > 0).length;
  const others = judged.length - meant;
  return [
    ...(meant > 0
      ? [
          `all expected items chosen: in ${formatShare(rightChosen)} of ${formatCount(meant, 'question')}; wrong items per question: ${wrongPerQuestion.toFixed(2)}`,
        ]
      : []),
    ...(others > 0
      ? [
          `something chosen where nothing fits: ${formatShare(drawn)} of ${formatCount(others, 'question')}`,
        ]
      : []),
    `Chosen by ${ranker}.`,
  ];
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
