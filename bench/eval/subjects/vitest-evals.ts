import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCases, type Subject } from '../subject.ts';

const SCRIPT = `import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createHarness, describeEval } from 'vitest-evals';
const harness = createHarness({
  name: 'echo',
  run: async ({ input }) => {
    const output = 'Echo: ' + input;
    const messages = [{ role: 'user', content: input }, { role: 'assistant', content: output }];
    return { output, messages };
  },
});
describeEval('cases', { harness }, (it) => {
  it.for(JSON.parse(readFileSync('cases.json', 'utf8')))('$question', async (one, { run }) => {
    const { output } = await run(one.question);
    expect(output).toBe(one.answer);
  });
});
`;

/** Vitest with vitest-evals, reporting JSON. */
export const vitestEvals: Subject = {
  name: 'vitest-evals',
  kind: 'peer',
  sizes: [500, 5000],
  prepare(folder, count, home) {
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(createCases(count)));
    writeFileSync(join(folder, 'cases.eval.ts'), SCRIPT);
    const config = "export default { test: { include: ['cases.eval.ts'] } };\n";
    writeFileSync(join(folder, 'vitest.config.ts'), config);
    const command = join(home, 'node_modules/vitest/vitest.mjs');
    return { args: [command, 'run', '--reporter=json', '--outputFile=out.json'] };
  },
  passed(folder) {
    const out = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as {
      readonly numPassedTests: number;
    };
    return out.numPassedTests;
  },
};
