import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type BundleOptions, type WorkflowBundle } from '@temporalio/worker';
import { loadOrBuildBundle, type BuiltBundle } from './bundle-cache.ts';
import { quietLogger } from './quiet-runtime.ts';

type WebpackConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];

const isSource = import.meta.url.endsWith('.ts');

/** Bundles the workflow code without a cache, which takes seconds. */
export async function bundleTaskWorkflow(): Promise<WorkflowBundle> {
  const { code } = await buildWorkflowBundle();
  return { code };
}

/** Returns the workflow's bundle, cached in `node_modules` of this package if that is writable. */
export async function loadTaskWorkflowBundle(): Promise<{ readonly code: string }> {
  const file = `task-workflow-${isSource ? 'source' : 'dist'}.json`;
  return {
    code: await loadOrBuildBundle(
      join(getNearestModulesFolder(), '.cache/timestep', file),
      buildWorkflowBundle,
    ),
  };
}

async function buildWorkflowBundle(): Promise<BuiltBundle> {
  const sources: string[] = [];
  const workflowsPath = fileURLToPath(
    new URL(`../workflow/index.${isSource ? 'ts' : 'js'}`, import.meta.url),
  );
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    logger: quietLogger,
    webpackConfigHook: (config) => ({
      ...config,
      resolve: {
        ...config.resolve,
        conditionNames: [...(isSource ? ['@timestep/source'] : []), 'import', 'require', 'default'],
      },
      plugins: [...(config.plugins ?? []), createSourceCollector(sources)],
    }),
  });
  return { code, sources };
}

function createSourceCollector(paths: string[]): NonNullable<WebpackConfig['plugins']>[number] {
  return {
    apply(compiler) {
      compiler.hooks.afterCompile.tap('timestep', ({ fileDependencies }) => {
        paths.push(...fileDependencies);
      });
    },
  };
}

function getNearestModulesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'node_modules')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return join(folder, 'node_modules');
}
