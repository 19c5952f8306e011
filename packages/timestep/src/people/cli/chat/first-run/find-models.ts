import type { EnvironmentVariables } from '#agents/model';

/** Models to offer if the API key of their provider is set, in this order. */
const HOSTED: Readonly<Record<string, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
};

/** Local model servers that need no API key. */
const LOCAL: readonly string[] = ['ollama', 'lmstudio'];

/** Timeout in milliseconds: a server on this machine answers at once, or does not run. */
const TIMEOUT_MS = 1_000;
/** Maximum number of models of one local server, because the list is read in a terminal. */
const MAX_LOCAL_MODELS = 8;

export interface FoundModel {
  /** Name of the model as `provider/name`. */
  readonly model: string;
  /** Reason why the model can be used, for the user. */
  readonly because: string;
}

/** Returns the model that is usually chosen of a provider, as `provider/name`; undefined if none is known. */
export function findUsualModel(provider: string): string | undefined {
  const model = HOSTED[provider];
  return model === undefined ? undefined : `${provider}/${model}`;
}

/** Finds usable models: those whose API key is set in the environment, and local ones. */
export async function findModels(
  env: EnvironmentVariables,
  fetch?: typeof globalThis.fetch,
): Promise<readonly FoundModel[]> {
  return [...(await listHostedModels(env)), ...(await listLocalModels(env, fetch))];
}

/** Finds the first usable model. Local servers are asked only if no API key is set. */
export async function findModel(
  env: EnvironmentVariables,
  fetch?: typeof globalThis.fetch,
): Promise<FoundModel | undefined> {
  const [hosted] = await listHostedModels(env);
  return hosted ?? (await listLocalModels(env, fetch))[0];
}

async function listHostedModels(env: EnvironmentVariables): Promise<readonly FoundModel[]> {
  const { findProvider } = await import('#agents/model');
  return Object.entries(HOSTED).flatMap(([name, usual]): FoundModel[] => {
    const { keyVariables = [], modelVariables = [] } = findProvider(name) ?? {};
    const key = keyVariables.find((variable) => env[variable]);
    const model = modelVariables.map((variable) => env[variable]).find(Boolean) ?? usual;
    return key === undefined ? [] : [{ model: `${name}/${model}`, because: `${key} is set` }];
  });
}

async function listLocalModels(
  env: EnvironmentVariables,
  fetch: typeof globalThis.fetch | undefined,
): Promise<readonly FoundModel[]> {
  const { listModels } = await import('#agents/model');
  const asked = { env, providers: LOCAL, timeoutMs: TIMEOUT_MS, ...(fetch && { fetch }) };
  return (await listModels(asked)).flatMap((one) => {
    const models = one.state === 'ready' ? one.models.slice(0, MAX_LOCAL_MODELS) : [];
    const because = `${one.provider} runs on this machine`;
    return models.map(({ name }) => ({ model: name, because }));
  });
}
