import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { listSimilarRules } from './similar-rules.ts';

const write = (text: string, include = 'agent'): string => `---\ninclude: ${include}\n---\n${text}`;

function createShop(rules: Readonly<Record<string, string>>): string {
  const files = Object.entries(rules).map(([name, text]) => [`rules/${name}.mdt`, text] as const);
  const settings = { embeddingModel: 'none' };
  return createTestFolder({
    'tsagent.json': { metadata: { name: 'Shop' }, settings },
    ...Object.fromEntries(files),
  });
}

it('warns of two rules with the same words, and says what to do', async () => {
  const folder = createShop({
    refunds: write('Customers get their money back within 14 days.'),
    returns: write('Within 14 days, customers get money back.'),
    hours: write('The shop opens at nine.'),
  });
  expect(await listSimilarRules(folder, { env: {} })).toEqual([
    {
      severity: 'warning',
      file: folder,
      line: 1,
      message:
        'the rules "refunds" and "returns" can hardly be distinguished by a message: join them, or say in their descriptions when each of them applies',
    },
  ]);
});

it('says nothing of rules that are always there, because nobody has to choose', async () => {
  const text = 'Customers get their money back within 14 days.';
  const folder = createShop({ refunds: write(text, 'always'), returns: write(text) });
  expect(await listSimilarRules(folder, { env: {} })).toEqual([]);
});
