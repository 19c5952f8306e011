import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCases, type Subject } from '../subject.ts';

const PROVIDER = `export default class {
  id() { return 'echo'; }
  async callApi(prompt) { return { output: 'Echo: ' + prompt }; }
}
`;

/** Promptfoo's command, with its database in a separate folder and without sending data. */
export const promptfoo: Subject = {
  name: 'promptfoo',
  kind: 'peer',
  sizes: [500, 5000],
  prepare(folder, count, home) {
    const tests = createCases(count).map(({ question, answer }) => ({
      vars: { question },
      assert: [{ type: 'equals', value: answer }],
    }));
    writeFileSync(join(folder, 'tests.json'), JSON.stringify(tests));
    writeFileSync(join(folder, 'provider.mjs'), PROVIDER);
    const config = {
      prompts: ['{{question}}'],
      providers: ['file://provider.mjs'],
      tests: 'file://tests.json',
    };
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
    const command = join(home, 'node_modules/promptfoo/dist/src/entrypoint.js');
    const options = ['-c', 'promptfooconfig.json', '--no-cache', '--no-table', '-o', 'out.json'];
    return {
      args: [command, 'eval', ...options],
      env: {
        PROMPTFOO_CONFIG_DIR: join(folder, 'home'),
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
      },
    };
  },
  passed(folder) {
    const out = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as {
      readonly results: { readonly stats: { readonly successes: number } };
    };
    return out.results.stats.successes;
  },
};
