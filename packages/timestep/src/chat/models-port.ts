import type { AgentModels } from '../port/index.ts';
import type { ModelsPort } from './command-port.ts';
import type { Conversation } from './conversation.ts';

/** The models that a conversation may choose, and the one that its session names. */
export function modelsPort(conversation: Conversation, models: AgentModels): ModelsPort {
  const current = (): string | undefined => conversation.session.settings.model ?? models.own();
  return {
    providers: models.providers,
    async list(provider) {
      const names = await models.list(provider);
      const mine = current();
      const isMissing = mine !== undefined && !names.includes(mine);
      const isOf = provider === undefined || mine?.startsWith(`${provider}/`);
      return [...(isMissing && isOf ? [mine] : []), ...names];
    },
    current,
    async choose(model) {
      models.check(model);
      await conversation.set({ model });
    },
  };
}
