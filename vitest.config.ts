import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasBrowser } from './test/browser/browser-binary.ts';
import { hasPostgres } from './test/temporal/postgres-binaries.ts';
import { hasTemporal } from './test/temporal/temporal-binary.ts';

// Processes that tests start load what others have compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** Tests that start dozens of processes, which takes minutes on a laptop. */
const LONG = [
  'examples/order-66/crashes.test.ts',
  ...['command', 'long-task', 'outage', 'store-away', 'tasks-command', 'upgrade'].map(
    (name) => `test/temporal/server/${name}.test.ts`,
  ),
];

/** What `TIMESTEP_SAMPLE=1` leaves out as well, for machines that are ten times slower than usual. */
const SLOW = [
  ...['order-66', 'order-66-ends'].map((name) => `examples/order-66/${name}.test.ts`),
  'examples/tau-airline/tau-airline.test.ts',
  ...['bounds', 'poisoned-task', 'retention', 'upkeep'].map(
    (name) => `packages/timestep/src/runner/sqlite/${name}.test.ts`,
  ),
  ...['bombs', 'flood', 'handoff-away', 'list-changed'].map(
    (name) => `packages/timestep/src/server/${name}.test.ts`,
  ),
  ...['mcp-client', 'mcp-server'].map((name) => `test/conformance/${name}.test.ts`),
  ...['a2a-push', 'examples-restart', 'kill/kill', 'mcp-patience'].map(
    (name) => `test/interop/${name}.test.ts`,
  ),
  'test/load/load.test.ts',
  'test/temporal/server/**',
  'test/temporal/store.test.ts',
];
const WITH_POSTGRES = [
  ...['responses-replicas', 'store', 'tasks-command'].map(
    (name) => `test/temporal/${name}.test.ts`,
  ),
  ...['command', 'replicas', 'store-away'].map((name) => `test/temporal/server/${name}.test.ts`),
];

const leftOut = process.env['TIMESTEP_SAMPLE'] === '1' ? [...LONG, ...SLOW] : LONG;
const unavailable = [
  ...(hasPostgres() ? [] : WITH_POSTGRES),
  ...(hasTemporal() ? [] : ['test/temporal/server/**']),
  ...(hasBrowser() ? [] : ['test/browser/**']),
];

export default defineConfig({
  test: {
    // Node runs the sources as they are, as it does for users: nothing is bundled or rewritten.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--conditions=@timestep/source'],
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
          exclude: [...configDefaults.exclude, ...leftOut],
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
          exclude: [...configDefaults.exclude, ...leftOut, ...unavailable],
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG,
          exclude: [...configDefaults.exclude, ...unavailable],
          testTimeout: 400_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
