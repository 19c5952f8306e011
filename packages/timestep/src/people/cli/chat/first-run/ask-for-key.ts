import { join } from 'node:path';
import type { ProviderModels } from '#agents/model';
import type { CommandContext } from '../../command.ts';
import { findUsualModel } from './find-models.ts';
import { isKey, storeVariables } from './store-key.ts';

export interface KeyQuestions {
  readonly askUser: NonNullable<CommandContext['askUser']>;
  readonly askSecret: NonNullable<CommandContext['askSecret']>;
  readonly env: CommandContext['env'];
  readonly fetch?: typeof globalThis.fetch;
}

/** A model that can be used now, or why there is none; empty if the user entered nothing. */
export type KeyAnswer = { readonly model: string } | { readonly problem: string };

const NOTHING: KeyAnswer = { problem: '' };
const TIMEOUT_MS = 5_000;

/**
 * Asks for the API key of a provider and one of its models. Stores both in the `.env` file of the agent's folder,
 * after the provider has accepted the key or could not be reached.
 */
export async function askForKeyAndStore(
  folder: string,
  questions: KeyQuestions,
): Promise<KeyAnswer> {
  const { askUser, askSecret, env, fetch } = questions;
  const { findProvider, listModels } = await import('#agents/model');
  const named = await askUser(
    'Provider of the key, such as openai, anthropic or google [openai]: ',
  );
  const provider = findProvider(named === '' ? 'openai' : named.toLowerCase());
  const keyVariable = provider?.keyVariables[0];
  if (!provider || keyVariable === undefined)
    return { problem: `No provider ${named} takes a key. "timestep models" lists the providers.` };
  const { name } = provider;
  const file = join(folder, '.env');
  const key = (await askSecret(`API key, kept in ${file} and not shown here: `)).trim();
  if (key === '') return NOTHING;
  if (!isKey(key)) return { problem: 'This is not an API key: it has characters of no key.' };
  const [listed] = await listModels({
    env: { ...env, [keyVariable]: key },
    providers: [name],
    timeoutMs: TIMEOUT_MS,
    ...(fetch && { fetch }),
  });
  if (listed?.state === 'failed' && REFUSALS.has(listed.code)) return { problem: listed.message };
  const suggested = suggestModel(name, listed);
  const answer = await askUser(`Model of ${name}${suggested ? ` [${suggested}]` : ''}: `);
  const model = (answer === '' ? suggested : answer)?.replace(`${name}/`, '');
  if (model === undefined) return NOTHING;
  const [modelVariable] = provider.modelVariables;
  await storeVariables(folder, {
    [keyVariable]: key,
    ...(modelVariable !== undefined && isKey(model) && { [modelVariable]: model }),
  });
  return { model: `${name}/${model}` };
}

/** Codes of failures that another try with the same key would not change. */
const REFUSALS: ReadonlySet<string> = new Set(['unauthorized', 'forbidden']);

/** Suggests the usual model of a provider, unless the provider lists only others. */
function suggestModel(provider: string, listed: ProviderModels | undefined): string | undefined {
  const usual = findUsualModel(provider);
  const names = listed?.state === 'ready' ? listed.models.map(({ name }) => name) : [];
  const isListed = usual !== undefined && (names.length === 0 || names.includes(usual));
  return (isListed ? usual : names[0])?.replace(`${provider}/`, '');
}
