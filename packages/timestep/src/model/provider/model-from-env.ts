import { firstSet, type EnvironmentVariables } from './environment-variables.ts';
import { PROVIDERS } from './providers.ts';
import { resolveModel } from './resolve-model.ts';
import { ModelError } from '../model-error.ts';

/**
 * The model that the environment asks for, as a name for `createAgent`: the first provider for
 * which both a model (`OPENAI_MODEL`, `ANTHROPIC_MODEL`, …) and everything needed to call it are
 * set. A key alone does not choose a model, so that no money is spent by surprise.
 */
export function modelFromEnv(env: EnvironmentVariables = process.env): string | undefined {
  for (const { name, modelVariables } of PROVIDERS) {
    const modelId = firstSet(env, modelVariables);
    if (modelId === undefined) continue;
    const model = `${name}/${modelId}`;
    if (isCallable(model, env)) return model;
  }
  return undefined;
}

function isCallable(model: string, env: EnvironmentVariables): boolean {
  try {
    resolveModel({ model, env });
    return true;
  } catch (thrown) {
    if (thrown instanceof ModelError) return false;
    throw thrown;
  }
}
