import { fileURLToPath } from 'node:url';
import { Agent } from '@timestep-ai/timestep';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';
import { expect, it } from 'vitest';
import { QUESTIONS } from './questions.ts';

/** Its answer is found below other headings first. */
const UNANSWERED = ['Why does my tool ask for approval?'];

it('answers what newcomers ask, with the right heading among its first two', async () => {
  const folder = fileURLToPath(new URL('../../../examples/guide', import.meta.url));
  const guide = new Agent(loadAgentFolder(folder));
  try {
    const missed: string[] = [];
    for (const [question, ...answers] of QUESTIONS) {
      const { text } = await guide.ask(question);
      const shown = [...text.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, place = '']) => place);
      if (!answers.some((answer) => shown.includes(answer))) missed.push(question);
    }
    expect(missed).toEqual(UNANSWERED);
  } finally {
    await guide.close();
  }
});
