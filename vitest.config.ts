import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasBrowser } from './test/browser/browser-binary.ts';
import { hasFrontEnds } from './test/browser/front-ends/example-files.ts';
import { createSkippedTestsReporter } from './scripts/left-out.ts';
import { checkModelForTests } from './packages/embedder/build/has-model.ts';
import { hasInspector } from './test/conformance/inspector-file.ts';
import { hasPeers, TESTS_WITH_PEERS } from './test/peers.ts';
import { hasPublishedServers } from './test/interop/published-servers.ts';
import { hasPython } from './test/interop/has-python.ts';
import { testsWithoutClients } from './test/interop/clients/client-sets.ts';
import { hasNamespaces } from './test/deploy/container/has-namespaces.ts';
import { hasDeployTools } from './test/deploy/tools.ts';
import { hasOldestNode } from './test/installed/oldest-node.ts';
import { hasRuntimes } from './test/installed/runtimes.ts';
import { SlowFirst } from './scripts/test-setup/slow-first.ts';
import { hasPostgres } from './test/temporal/postgres-binaries.ts';
import { hasTemporal } from './test/temporal/temporal-binary.ts';

// Processes that tests start load the code that earlier ones have compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

// The agents that a person uses are no concern of tests.
process.env['TIMESTEP_CONFIG'] ??= join(import.meta.dirname, 'node_modules/.cache/configuration');

// Tests choose by words, unless they name an embedding model.
process.env['TIMESTEP_EMBEDDING_MODEL'] ??= 'none';

const CONFORMANCE = ['mcp-bridge', 'mcp-client', 'mcp-inspector', 'mcp-server'].map(
  (name) => `test/conformance/${name}.test.ts`,
);

const TEMPORARY_FILES = 'scripts/test-setup/temporary-files.ts';

/** What needs minutes, kills processes by the dozen, or needs a server that is installed apart. */
const LONG = [
  'examples/order-66/crashes.test.ts',
  'test/browser/**/*.test.ts',
  ...CONFORMANCE,
  ...['crash', 'exports', 'orchestra/orchestra-crash'].map((name) => `test/crash/${name}.test.ts`),
  ...['acpx-long', 'kill'].map((name) => `test/interop/acp/${name}.test.ts`),
  'packages/timestep/src/people/cli/asked-strangely.test.ts',
  'test/holds/holds.test.ts',
  ...['create', 'readme', 'runtimes', 'types'].map((name) => `test/installed/${name}.test.ts`),
  'test/interop/clients/*.test.ts',
  'test/interop/kill/kill.test.ts',
  'test/interop/processes/processes.test.ts',
  'test/temporal/server/**/*.test.ts',
];

/** Tests beside the source that start processes or run thousands of tasks: each takes as long as hundreds of others. */
const HEAVY = [
  'packages/timestep/src/agents/model/provider/odd-inputs.test.ts',
  'packages/timestep/src/engine/runner/sqlite/bad-days.test.ts',
  'packages/timestep/src/engine/runner/sqlite/bounds.test.ts',
  'packages/timestep/src/serving/server/bombs.test.ts',
  'packages/timestep/src/testing/kills/kill-at-every-point.test.ts',
];

/** What `TIMESTEP_SAMPLE=1` leaves out, for machines that are ten times slower than usual. */
const SLOW = [
  'packages/timestep/src/agents/model/provider/odd-inputs.test.ts',
  ...['crashes', 'order-66', 'order-66-ends'].map((name) => `examples/order-66/${name}.test.ts`),
  'examples/incident/incident.test.ts',
  'examples/orchestra/orchestra.test.ts',
  'examples/tau-airline/tau-airline.test.ts',
  ...['bounds', 'poisoned-task', 'upkeep/erase-expired', 'upkeep/upkeep'].map(
    (name) => `packages/timestep/src/engine/runner/sqlite/${name}.test.ts`,
  ),
  ...['bombs', 'flood', 'handoff-away', 'list-changed'].map(
    (name) => `packages/timestep/src/serving/server/${name}.test.ts`,
  ),
  ...CONFORMANCE,
  ...['a2a-push', 'examples-restart', 'kill/kill', 'orchestra-python'].map(
    (name) => `test/interop/${name}.test.ts`,
  ),
  'test/holds/holds.test.ts',
  'test/load/load.test.ts',
  'test/temporal/server/**',
  'test/temporal/store.test.ts',
];
const WITH_POSTGRES = [
  'test/opens/postgres-store.test.ts',
  ...['creation-race', 'responses-replicas', 'store', 'tasks-command'].map(
    (name) => `test/temporal/${name}.test.ts`,
  ),
  ...['choice', 'command', 'replicas', 'store-away', 'versions'].map(
    (name) => `test/temporal/server/${name}.test.ts`,
  ),
];

const WITH_MODEL = [
  'packages/embedder/src/embedder.test.ts',
  'packages/timestep/src/agents/agent/context/choice-by-meaning.test.ts',
  'test/interop/embedding/embed-once.test.ts',
  'test/temporal/server/choice.test.ts',
];

const withoutModel = checkModelForTests() ? [] : WITH_MODEL;
const leftOut = process.env['TIMESTEP_SAMPLE'] === '1' ? SLOW : [];
const unavailable = [
  ...(hasPostgres() ? [] : WITH_POSTGRES),
  ...(hasTemporal() ? [] : ['test/temporal/server/**']),
  ...(hasPeers() ? [] : TESTS_WITH_PEERS),
  ...(hasBrowser() ? [] : ['test/browser/**']),
  ...(hasFrontEnds() ? [] : ['test/browser/front-ends/**']),
  ...(hasInspector() ? [] : ['test/conformance/mcp-inspector.test.ts']),
  ...(hasOldestNode() ? [] : ['test/installed/{create,oldest-node}.test.ts']),
  ...(hasRuntimes() ? [] : ['test/installed/{types,runtimes}.test.ts']),
  ...(hasNamespaces() ? [] : ['test/deploy/container/**']),
  ...(hasDeployTools() ? [] : ['test/deploy/files.test.ts', 'test/deploy/proxy/**']),
  ...(hasPublishedServers() ? [] : ['test/interop/published-servers.test.ts']),
  ...(hasPython() ? [] : ['test/interop/terminal*.test.ts']),
  ...testsWithoutClients(),
  ...withoutModel,
];

export default defineConfig({
  test: {
    // Node runs the sources as they are, as it does for users: nothing is rewritten, and bundled only where a
    // project says so.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--conditions=@timestep/source'],
    reporters: ['default', createSkippedTestsReporter(LONG)],
    sequence: { sequencer: SlowFirst },
    // Tests wait for half of their time: for processes, servers and pauses.
    maxWorkers: 2 * availableParallelism(),
    // What is waited for comes when it comes.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // No test leaves anything behind in the process, so files may share the modules they have
          // loaded.
          isolate: false,
          pool: 'threads',
          globalSetup: [TEMPORARY_FILES, 'scripts/test-setup/start-built.ts'],
          setupFiles: 'scripts/test-setup/options-of-children.ts',
          include: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            'scripts/fixtures/**',
            ...HEAVY,
            ...LONG,
            ...leftOut,
            ...withoutModel,
          ],
          // Long enough for a machine that does other things as well; no test takes so long by
          // itself.
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // Nor here: the global parts of OpenTelemetry and faked timers are put back.
          isolate: false,
          globalSetup: [TEMPORARY_FILES, 'scripts/test-setup/run-built.ts'],
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts', ...HEAVY],
          exclude: [...configDefaults.exclude, ...LONG, ...leftOut, ...unavailable],
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          globalSetup: [TEMPORARY_FILES, 'scripts/test-setup/run-built.ts'],
          include: LONG,
          exclude: [...configDefaults.exclude, ...leftOut, ...unavailable],
          testTimeout: 400_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
