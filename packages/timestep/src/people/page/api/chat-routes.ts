import {
  listCompletions,
  ConversationError,
  eraseConversation,
  listConversations,
  runSlashLine,
  replaceAllSettings,
  createSettingsSchema,
} from '#people/chat';
import { omitUndefined, readId, requireText, describeUnknownName } from '#core';
import { RunnerError } from '#engine/port';
import type {
  ConversationBranch,
  ConversationCommandResult,
  ConversationList,
  ConversationSettings,
  ConversationTurnPage,
  TaskDetails,
} from '#people/view';
import {
  listChatAgents,
  toConversationDetails,
  toConversationSummary,
} from '../chats/conversation-summary.ts';
import { readConversationMessage, toUserMessage } from '../chats/read-conversation-message.ts';
import { loadTurns } from '../chats/load-turns.ts';
import { openChat, type OpenChat } from '../chats/open-chat.ts';
import { toTaskDetails } from '../task-summary.ts';
import {
  ApiError,
  refuseOnError,
  type ApiCall,
  type ApiHandler,
  type ApiRoutes,
} from './api-route.ts';
import { readClampedIntegerParam } from './task-routes.ts';

export const CHAT_ROUTES: ApiRoutes = {
  'GET /chats': listChats,
  'GET /chats/:id': withChat(({ conversation }) => toConversationDetails(conversation.session)),
  'DELETE /chats/:id': withChat(async ({ conversation }, { context }) => {
    await eraseConversation(context.site, conversation.session);
    return {};
  }),
  'GET /chats/:id/turns': listTurns,
  'POST /chats/:id/messages': withChat(sendMessage),
  'POST /chats/:id/cancel': withChat(async ({ conversation }) => {
    const task = await conversation.cancel();
    return task ? { task: toTaskDetails(task) } : {};
  }),
  'POST /chats/:id/branches': withChat(createConversationBranch),
  'POST /chats/:id/command': withChat(runCommand),
  'GET /chats/:id/settings': withChat(getSettingsSchema),
  'PUT /chats/:id/settings': withChat(async (chat, { readBody }) => {
    await replaceAllSettings(chat.conversation, chat.models, await readBody());
    return getSettingsSchema(chat);
  }),
  'GET /chats/:id/completions': withChat(async (chat, { url }) =>
    listCompletions(url.searchParams.get('line') ?? '', await chat.commands()),
  ),
};

const MAX_LISTED_CHATS = 200;

const MAX_TURN_OFFSET = 10_000;

const CHAT_ID = /^[\w-]{8,64}$/;

async function listChats({ url, context: { site } }: ApiCall): Promise<ConversationList> {
  const agent = url.searchParams.get('agent') || undefined;
  const isOwn = url.searchParams.get('isOwn') === 'true';
  const query = omitUndefined({ withClosed: true, limit: MAX_LISTED_CHATS, agent, isOwn });
  const { sessions, hasMore } = await listConversations(site, query);
  const chats = sessions.map(toConversationSummary);
  return { chats, hasMore, agents: listChatAgents(site.agents.list()) };
}

/** Lists the newest turns of a conversation, of one agent or of all, whichever program has started them. */
function listTurns({ url, context, param }: ApiCall): Promise<ConversationTurnPage> {
  const { site, lines } = context;
  const agent = url.searchParams.get('agent') || undefined;
  const from = readClampedIntegerParam(url, 'from', 0, MAX_TURN_OFFSET);
  const query = omitUndefined({ contextId: param('id'), agent, from });
  return loadTurns({ tasks: site.tasks, lines }, query);
}

/** Opens the conversation for a handler. Conversation and runner errors become HTTP 409. */
export function withChat(handler: (chat: OpenChat, call: ApiCall) => unknown): ApiHandler {
  const isRefusal = (thrown: unknown): boolean =>
    thrown instanceof ConversationError || thrown instanceof RunnerError;
  return (call) =>
    refuseOnError(async () => handler(await openRequestedChat(call), call), { isRefusal });
}

/** Opens the requested conversation. A new conversation is stored with its first message. */
async function openRequestedChat({ url, context, param }: ApiCall): Promise<OpenChat> {
  const { site, caller } = context;
  const id = param('id');
  if (!CHAT_ID.test(id)) {
    const message = 'invalid conversation id: use 8 to 64 letters, digits, "_" or "-"';
    throw new ApiError(404, 'chat-not-found', message);
  }
  const principal = url.searchParams.get('principal') ?? caller;
  const kept = await site.sessions.get({ principal, id });
  const agent = kept?.agent ?? url.searchParams.get('agent') ?? '';
  const servable = site.agents.get(agent);
  if (kept || servable) return openChat(context, { id, principal, agent, servable });
  const message =
    agent === ''
      ? 'no agent is given: add ?agent=NAME to the URL'
      : describeUnknownName(
          'agent',
          agent,
          site.agents.list().map(({ agentId }) => agentId),
        );
  throw new ApiError(404, 'agent-not-found', message);
}

const MESSAGE_FORM =
  '{"messageId","text"}, and "files":[{"name","mediaType","data"}] if the text is empty';

async function sendMessage(
  { conversation }: OpenChat,
  { readFields }: ApiCall,
): Promise<TaskDetails> {
  const message = readConversationMessage(await readFields(MESSAGE_FORM));
  return toTaskDetails(await conversation.send(toUserMessage(message), message.messageId));
}

/** Creates a conversation from the turns before a message that the user has rewritten. */
async function createConversationBranch(
  { conversation }: OpenChat,
  { readFields }: ApiCall,
): Promise<ConversationBranch> {
  const after = readId(await readFields('{"after"}, or {} for no earlier turns'), 'after');
  return { id: await conversation.fork(after ?? null) };
}

async function runCommand(
  chat: OpenChat,
  { readFields }: ApiCall,
): Promise<ConversationCommandResult> {
  const line = requireText(await readFields('{"line":"/help"}'), 'line');
  const answer = await runSlashLine(line, await chat.commands());
  if (answer) return answer;
  throw new ApiError(400, 'bad-request', 'a command must begin with a slash');
}

function getSettingsSchema({ conversation, models }: OpenChat): ConversationSettings {
  return { schema: createSettingsSchema(conversation, models) };
}
