import {
  listModels,
  ModelError,
  PROVIDERS,
  type EnvironmentVariables,
  type ProviderModels,
} from '../model/index.ts';
import type { AgentModels } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { modelNamed, ownModelName, variablesOf, type FolderModelOptions } from './folder-model.ts';

/** A provider that does not answer must not keep a person waiting. */
const TIMEOUT_MS = 5000;
/** Lists are asked for with every key that is typed, and seldom change. */
const KEPT_MS = 60_000;

/** What a session may name instead of the model of a folder; `folder` is the folder as it is now. */
export function agentModels(
  folder: () => AgentFolder,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentModels {
  const env = (): EnvironmentVariables => variablesOf(folder(), options);
  const own = (): string | undefined => ownModelName(folder(), options);
  const lists = keptFor(KEPT_MS, now, () => listModels({ env: env(), timeoutMs: TIMEOUT_MS }));
  return {
    own,
    check(model) {
      modelNamed(model, folder(), options);
    },
    providers: () =>
      PROVIDERS.map(({ name, keyVariables, keyNeeded }) => {
        const [first] = keyVariables;
        const isReady = keyVariables.some((variable) => (env()[variable] ?? '') !== '');
        return { name, isReady, ...(keyNeeded && first !== undefined && { keyVariable: first }) };
      }),
    list: async (provider) => namesOf(await lists(), provider),
  };
}

/** Throws `ModelError` where the one provider that is asked for has no list. */
function namesOf(all: readonly ProviderModels[], provider: string | undefined): string[] {
  const asked = all.filter((one) => provider === undefined || one.provider === provider);
  const [only] = provider === undefined ? [] : asked;
  if (only && only.state !== 'ready') throw new ModelError('model-not-found', only.message);
  return asked.flatMap((one) => (one.state === 'ready' ? one.models.map(({ name }) => name) : []));
}

function keptFor<Value>(
  keptMs: number,
  now: () => number,
  ask: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly asked: Promise<Value>; readonly at: number } | undefined;
  return () => {
    if (!kept || now() - kept.at > keptMs) kept = { asked: ask(), at: now() };
    return kept.asked;
  };
}
