import { fileURLToPath } from 'node:url';
import { Agent } from '@timestep-ai/timestep';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';
import { afterAll, expect, it } from 'vitest';
import { OUTSIDE_QUESTIONS } from './outside-questions.ts';
import { QUESTIONS } from './questions.ts';

const folder = fileURLToPath(new URL('../../../examples/guide', import.meta.url));
const guide = new Agent(loadAgentFolder(folder));
afterAll(() => guide.close());

/** Lists the questions that the guide answers with none of the headings that they name. */
async function findMissed(
  questions: readonly (readonly [question: string, ...answers: string[]])[],
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const [question, ...answers] of questions) {
    const { text } = await guide.ask(question);
    const shown = [...text.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, place = '']) => place);
    expect(shown.length).toBeLessThanOrEqual(2);
    if (!answers.some((answer) => shown.includes(answer))) missed.push(question);
  }
  return missed;
}

it('answers what newcomers ask, with the right heading among its first two', async () => {
  expect(await findMissed(QUESTIONS)).toEqual([]);
});

it('answers what users of other projects ask in public, with a right heading among its first two', async () => {
  const questions = OUTSIDE_QUESTIONS.map(
    ({ question, answers }) => [question, ...answers] as const,
  );
  expect(questions).toHaveLength(30);
  expect(await findMissed(questions)).toEqual([]);
});
