import type { CommandContext } from '../command.ts';

/** Models that are offered where the key of their provider is set, in this order. */
const HOSTED: readonly (readonly [provider: string, model: string])[] = [
  ['openai', 'gpt-5-mini'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
];

/** Servers of models that may run on this machine without a key. */
const LOCAL: readonly string[] = ['ollama', 'lmstudio'];

/** Milliseconds: a server on this machine answers at once, or is not there. */
const TIMEOUT_MS = 1_000;

export interface FoundModel {
  /** As `provider/name`. */
  readonly model: string;
  /** Why this one, for a user. */
  readonly because: string;
}

/** Finds a model that can be used as things are: by a key in the environment, or on this machine. */
export async function findModel(
  env: CommandContext['env'],
  fetch?: typeof globalThis.fetch,
): Promise<FoundModel | undefined> {
  const { findProvider, listModels } = await import('#agents/model');
  for (const [name, usual] of HOSTED) {
    const { keyVariables = [], modelVariables = [] } = findProvider(name) ?? {};
    const key = keyVariables.find((variable) => env[variable]);
    const model = modelVariables.map((variable) => env[variable]).find(Boolean) ?? usual;
    if (key !== undefined) return { model: `${name}/${model}`, because: `${key} is set` };
  }
  const asked = { env, providers: LOCAL, timeoutMs: TIMEOUT_MS, ...(fetch && { fetch }) };
  for (const one of await listModels(asked)) {
    const model = one.state === 'ready' ? one.models[0]?.name : undefined;
    if (model !== undefined) return { model, because: `${one.provider} runs on this machine` };
  }
  return undefined;
}
