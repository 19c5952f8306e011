import type { ModelsPort } from '../../chat/index.ts';
import { listModels, PROVIDERS, type ProviderModels } from '../../model/index.ts';
import { CommandError } from '../command-error.ts';
import type { AgentModels } from './chat-agent.ts';
import type { CommandSite } from './session-commands.ts';

/** A provider that does not answer must not keep a person waiting. */
const TIMEOUT_MS = 5000;
/** Lists are asked for with every key that is typed, and seldom change. */
const KEPT_MS = 60_000;

/** The models of providers, and the one that a session names. */
export function modelsPort(
  { conversation, now }: Pick<CommandSite, 'conversation' | 'now'>,
  { own, env, check }: AgentModels,
): ModelsPort {
  const current = (): string | undefined => conversation.session.settings.model ?? own();
  let known:
    | { readonly asked: Promise<readonly ProviderModels[]>; readonly at: number }
    | undefined;

  function lists(): Promise<readonly ProviderModels[]> {
    if (!known || now() - known.at > KEPT_MS) {
      known = { asked: listModels({ env: env(), timeoutMs: TIMEOUT_MS }), at: now() };
    }
    return known.asked;
  }

  return {
    providers: () =>
      PROVIDERS.map(({ name, keyVariables, keyNeeded }) => {
        const [first] = keyVariables;
        const isReady = keyVariables.some((variable) => (env()[variable] ?? '') !== '');
        return { name, isReady, ...(keyNeeded && first !== undefined && { keyVariable: first }) };
      }),
    async list(provider) {
      const all = await lists();
      const asked = all.filter((one) => provider === undefined || one.provider === provider);
      const names = asked.flatMap((one) => (one.state === 'ready' ? one.models : []));
      const [only] = provider === undefined ? [] : asked;
      if (only && only.state !== 'ready') throw new CommandError('no-models', only.message);
      const mine = current();
      const isMissing = mine !== undefined && !names.some(({ name }) => name === mine);
      const isOf = provider === undefined || mine?.startsWith(`${provider}/`);
      return [...(isMissing && isOf ? [mine] : []), ...names.map(({ name }) => name)];
    },
    current,
    async choose(model) {
      check(model);
      await conversation.set({ model });
    },
  };
}
