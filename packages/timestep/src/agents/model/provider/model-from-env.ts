import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';
import { PROVIDERS } from './providers.ts';
import { resolveModel } from './resolve-model.ts';
import { catchModelError, ModelError } from '../model-error.ts';

/** Returns the model that environment variables name. An API key alone selects no model. */
export function modelFromEnv(env: EnvironmentVariables = process.env): string | undefined {
  for (const { name, modelVariables } of PROVIDERS) {
    const modelId = findFirstSetVariable(env, modelVariables);
    if (modelId === undefined) continue;
    const model = `${name}/${modelId}`;
    if (!(catchModelError(() => resolveModel({ model, env })) instanceof ModelError)) return model;
  }
  return undefined;
}
