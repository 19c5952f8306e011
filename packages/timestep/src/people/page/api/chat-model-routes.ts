import { TimestepError, omitUndefined, reportFieldType, type Fields } from '#core';
import type { AgentModels } from '#engine/port';
import type { ConversationModel, ConversationModelList } from '#people/view';
import { measureWindowFill } from '#people/view';
import type { OpenChat } from '../chats/open-chat.ts';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';
import { withChat } from './chat-routes.ts';

/** The model of a conversation and its context window. */
export const CHAT_MODEL_ROUTES: ApiRoutes = {
  'GET /chats/:id/model': withChat(getConversationModel),
  'PUT /chats/:id/model': withChat(chooseModel),
  'GET /chats/:id/models': withChat(listModels),
};

async function getConversationModel(
  chat: OpenChat,
  { context }: ApiCall,
): Promise<ConversationModel> {
  const { models, conversation, getWindow } = chat;
  const { id: contextId, principal, agent, settings, compaction } = conversation.session;
  const { tasks } = await context.site.runner.list({ principal, agent, contextId, pageSize: 1 });
  const [newest] = tasks;
  const window = await getWindow();
  return omitUndefined({
    isChoosable: models !== undefined,
    own: models?.getOwnModel(),
    chosen: settings.model,
    // The size of a compacted turn is not shown, because the next turn starts without its messages.
    fill: newest && newest.id !== compaction?.taskId ? measureWindowFill(newest) : undefined,
    window: window === Infinity ? undefined : window,
  });
}

async function chooseModel(chat: OpenChat, call: ApiCall): Promise<ConversationModel> {
  const model = readModelOrNull(
    await call.readFields('{"model":"provider/name"}, or null for its own'),
  );
  checkChosenModel(chat.models, model);
  await chat.conversation.set({ model });
  return getConversationModel(chat, call);
}

/** Throws `ApiError` if the model of an agent cannot be chosen, or not this one. Null: the agent's own. */
export function checkChosenModel(models: AgentModels | undefined, model: string | null): void {
  if (!models) {
    throw new ApiError(409, 'no-choice', 'the model of this agent cannot be chosen here');
  }
  try {
    if (model !== null) models.check(model);
  } catch (thrown) {
    if (!(thrown instanceof TimestepError)) throw thrown;
    throw new ApiError(409, 'bad-setting', thrown.message);
  }
}

function readModelOrNull(body: Fields): string | null {
  const model = body.object['model'];
  if (model === null) return null;
  if (typeof model === 'string' && model.trim() !== '') return model.trim();
  reportFieldType(body, 'model', 'a string such as "provider/name", or null');
  return null;
}

async function listModels({ models }: OpenChat): Promise<ConversationModelList> {
  return { models: (await models?.list(undefined)) ?? [] };
}
