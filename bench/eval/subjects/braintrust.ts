import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCases, type Subject } from '../subject.ts';

const SCRIPT = `import { readFileSync, writeFileSync } from 'node:fs';
import { Eval } from 'braintrust';
const { results } = await Eval(
  'cases',
  {
    data: () => JSON.parse(readFileSync('cases.json', 'utf8')),
    task: async (input) => 'Echo: ' + input,
    scores: [({ output, expected }) => ({ name: 'equals', score: output === expected ? 1 : 0 })],
    maxConcurrency: 10,
  },
  { noSendLogs: true, progress: { start() {}, increment() {}, stop() {} } },
);
writeFileSync('out.json', JSON.stringify(results));
`;

/**
 * Braintrust's library, which keeps results in memory without sending them; they are written at the
 * end.
 */
export const braintrust: Subject = {
  name: 'braintrust',
  kind: 'peer',
  sizes: [500, 5000],
  prepare(folder, count) {
    const cases = createCases(count).map(({ question, answer }) => ({
      input: question,
      expected: answer,
    }));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    writeFileSync(join(folder, 'cases.mjs'), SCRIPT);
    return { args: ['cases.mjs'] };
  },
  passed(folder) {
    const results = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as readonly {
      readonly scores: { readonly equals: number };
    }[];
    return results.filter(({ scores }) => scores.equals === 1).length;
  },
};
