import type { CommandContext } from '../command.ts';

/** Models to offer if the API key of their provider is set, in this order. */
const HOSTED: readonly (readonly [provider: string, model: string])[] = [
  ['openai', 'gpt-5-mini'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
];

/** Local model servers that need no API key. */
const LOCAL: readonly string[] = ['ollama', 'lmstudio'];

/** Timeout in milliseconds: a server on this machine answers at once, or does not run. */
const TIMEOUT_MS = 1_000;

export interface FoundModel {
  /** Name of the model as `provider/name`. */
  readonly model: string;
  /** Reason for the choice of the model, for the user. */
  readonly because: string;
}

/** Finds a usable model: one whose API key is set in the environment, or a local one. */
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
