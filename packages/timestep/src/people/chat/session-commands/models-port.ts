import type { AgentModels } from '../../../engine/port/index.ts';
import type { ModelsPort } from './command-port.ts';
import type { Conversation } from '../conversation/conversation.ts';

export function createModelsPort(conversation: Conversation, models: AgentModels): ModelsPort {
  const current = (): string | undefined =>
    conversation.session.settings.model ?? models.getOwnModel();
  return {
    listProviders: models.providers,
    async list(provider) {
      const names = await models.list(provider);
      const mine = current();
      const isMissing = mine !== undefined && !names.includes(mine);
      const isOf = provider === undefined || mine?.startsWith(`${provider}/`);
      return [...(isMissing && isOf ? [mine] : []), ...names];
    },
    getCurrent: current,
    async chooseModel(model) {
      models.check(model);
      await conversation.set({ model });
    },
  };
}
