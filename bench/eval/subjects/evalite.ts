import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCases, type Subject } from '../subject.ts';

const SCRIPT = `import { readFileSync } from 'node:fs';
import { createScorer, evalite } from 'evalite';
const equals = createScorer({
  name: 'equals',
  scorer: ({ output, expected }) => (output === expected ? 1 : 0),
});
evalite('cases', {
  data: () => JSON.parse(readFileSync('cases.json', 'utf8')),
  task: async (input) => 'Echo: ' + input,
  scorers: [equals],
});
`;

/** Evalite runs all cases in one test, which is aborted after 30 s by default. */
const CONFIG = `import { defineConfig } from 'evalite/config';
export default defineConfig({ testTimeout: 300_000 });
`;

/** Evalite's command, exporting JSON. */
export const evalite: Subject = {
  name: 'evalite',
  kind: 'peer',
  sizes: [500, 5000],
  prepare(folder, count, home) {
    const cases = createCases(count).map(({ question, answer }) => ({
      input: question,
      expected: answer,
    }));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    writeFileSync(join(folder, 'cases.eval.ts'), SCRIPT);
    writeFileSync(join(folder, 'evalite.config.ts'), CONFIG);
    const command = join(home, 'node_modules/evalite/dist/bin.js');
    return { args: [command, 'run', 'cases.eval.ts', '--outputPath=out.json'] };
  },
  passed(folder) {
    const { suites } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as {
      readonly suites: readonly { readonly evals: readonly { readonly averageScore: number }[] }[];
    };
    return suites.flatMap(({ evals }) => evals).filter((one) => one.averageScore === 1).length;
  },
};
