import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type BundleOptions, type WorkflowBundle } from '@temporalio/worker';
import { keptBundle, type MadeBundle } from './kept-bundle.ts';
import { quietLogger } from './quiet-runtime.ts';

type WebpackConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];

const isSource = import.meta.url.endsWith('.ts');

/** Bundles the workflow code again, which takes seconds. */
export async function bundleTaskWorkflow(): Promise<WorkflowBundle> {
  const { code } = await made();
  return { code };
}

/**
 * The bundle of the workflow code, made once for the same sources and then kept for other
 * processes, in the `node_modules` folder that serves this package. Where that folder cannot be
 * written, the bundle is made every time.
 */
export async function keptTaskWorkflow(): Promise<{ readonly code: string }> {
  const file = `task-workflow-${isSource ? 'source' : 'dist'}.json`;
  return { code: await keptBundle(join(modulesFolder(), '.cache/timestep', file), made) };
}

async function made(): Promise<MadeBundle> {
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
      plugins: [...(config.plugins ?? []), listsSources(sources)],
    }),
  });
  return { code, sources };
}

/** Collects the paths of all files that a bundle is made from. */
function listsSources(paths: string[]): NonNullable<WebpackConfig['plugins']>[number] {
  return {
    apply(compiler) {
      compiler.hooks.afterCompile.tap('timestep', ({ fileDependencies }) => {
        paths.push(...fileDependencies);
      });
    },
  };
}

function modulesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'node_modules')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return join(folder, 'node_modules');
}
