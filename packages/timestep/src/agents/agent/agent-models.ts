import { omitUndefined } from '#core';
import type { AgentModels, ProviderLine } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import {
  type EnvironmentVariables,
  type Provider,
  type ProviderModels,
  listModels,
  PROVIDERS,
  ModelError,
} from '#agents/model';
import {
  type FolderModelOptions,
  mergeVariables,
  getAgentModelName,
  createSessionModel,
} from './folder-model.ts';

const TIMEOUT_MS = 5000;

/** Milliseconds that a list of models is cached, because each key press requests the list. */
const KEPT_MS = 60_000;

export function createAgentModels(
  folder: () => AgentFolder,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentModels {
  const getVariables = (): EnvironmentVariables => mergeVariables(folder(), options);
  const getOwnModel = (): string | undefined => getAgentModelName(folder(), options);
  let kept: { readonly lists: Promise<ProviderModels[]>; readonly at: number } | undefined;
  const getLists = (): Promise<ProviderModels[]> => {
    if (!kept || now() - kept.at > KEPT_MS)
      kept = { lists: listModels({ env: getVariables(), timeoutMs: TIMEOUT_MS }), at: now() };
    return kept.lists;
  };
  return {
    getOwnModel,
    check(model) {
      createSessionModel(model, folder(), options);
    },
    providers: () => PROVIDERS.map((provider) => createProviderLine(provider, getVariables())),
    list: async (provider) => listModelNames(await getLists(), provider),
  };
}

function createProviderLine(
  { name, keyVariables, keyNeeded, machineCredentials }: Provider,
  variables: EnvironmentVariables,
): ProviderLine {
  const [first] = keyVariables;
  const set = keyVariables.find((variable) => (variables[variable] ?? '') !== '');
  const keyVariable = set !== undefined || keyNeeded ? (set ?? first) : undefined;
  return {
    name,
    isReady: set !== undefined,
    ...omitUndefined({ keyVariable, machineCredentials }),
  };
}

function listModelNames(
  providers: readonly ProviderModels[],
  provider: string | undefined,
): string[] {
  const asked = providers.filter((one) => provider === undefined || one.provider === provider);
  const [only] = provider === undefined ? [] : asked;
  if (only && only.state !== 'ready') throw new ModelError('model-not-found', only.message);
  return asked.flatMap((one) => (one.state === 'ready' ? one.models.map(({ name }) => name) : []));
}
