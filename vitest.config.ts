import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasBrowser } from './test/browser/browser-binary.ts';
import { hasTemporal } from './test/temporal/temporal-binary.ts';

// Node and Vite add `import` or `require` themselves; named here they would hold for both.
const conditions = ['@timestep/source', 'node', 'default'];

// Processes that tests start load what another has compiled, unless the environment names a folder already.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // What is waited for comes when it comes.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // No test leaves anything behind in the process: files may share what they have loaded.
          isolate: false,
          pool: 'threads',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // For machines that do other things as well; no test takes so long by itself.
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...(hasTemporal() ? [] : ['test/temporal/server/**']),
            ...(hasBrowser() ? [] : ['test/browser/**']),
          ],
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
