import {
  listCompletions,
  ConversationError,
  eraseConversation,
  listConversations,
  runSlashLine,
  changeSettings,
  createSettingsSchema,
} from '../../chat/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import { RunnerError } from '../../../engine/port/index.ts';
import type {
  ConversationCommandResult,
  ConversationList,
  ConversationSettings,
} from '../../view/index.ts';
import {
  listChatAgents,
  toConversationDetails,
  toConversationSummary,
} from '../chats/conversation-summary.ts';
import { parseConversationMessage, toUserMessage } from '../chats/parse-conversation-message.ts';
import { openChat, type OpenChat } from '../chats/open-chat.ts';
import { toTaskDetails } from '../task-summary.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

/** Conversations with agents. Terminals and editors share the same conversations. */
export const CHAT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/chats', handle: handleListChats },
  {
    method: 'GET',
    path: '/chats/:id',
    handle: withChat(async ({ conversation }) =>
      createJsonResponse(toConversationDetails(conversation.session)),
    ),
  },
  { method: 'DELETE', path: '/chats/:id', handle: withChat(handleEraseChat) },
  { method: 'POST', path: '/chats/:id/messages', handle: withChat(handleSendMessage) },
  { method: 'POST', path: '/chats/:id/cancel', handle: withChat(handleCancelTurn) },
  { method: 'POST', path: '/chats/:id/command', handle: withChat(handleSlashCommand) },
  { method: 'GET', path: '/chats/:id/settings', handle: withChat(handleGetSettings) },
  { method: 'PUT', path: '/chats/:id/settings', handle: withChat(handleChangeSettings) },
  { method: 'GET', path: '/chats/:id/completions', handle: withChat(handleListCompletions) },
];

const MAX_LISTED_CHATS = 200;

const CHAT_ID = /^[\w-]{8,64}$/;

async function handleListChats({ url, context: { site } }: ApiCall): Promise<Response> {
  const agent = url.searchParams.get('agent') || undefined;
  const query = {
    withClosed: true,
    limit: MAX_LISTED_CHATS,
    ...(agent !== undefined && { agent }),
  };
  const { sessions, hasMore } = await listConversations(site, query);
  const chats = sessions.map(toConversationSummary);
  const list: ConversationList = { chats, hasMore, agents: listChatAgents(site.agents.list()) };
  return createJsonResponse(list);
}

/** Opens the conversation for a handler. Conversation and runner errors become HTTP 409. */
function withChat(
  handler: (chat: OpenChat, call: ApiCall) => Promise<Response>,
): (call: ApiCall) => Promise<Response> {
  return async (call) => {
    try {
      const chat = await openRequestedChat(call);
      return chat instanceof Response ? chat : await handler(chat, call);
    } catch (thrown) {
      const isRefused = thrown instanceof ConversationError || thrown instanceof RunnerError;
      if (!isRefused) throw thrown;
      return createErrorResponse(409, thrown.code, thrown.message);
    }
  };
}

/** A new conversation is stored with its first message. */
async function openRequestedChat({ url, context, param }: ApiCall): Promise<OpenChat | Response> {
  const { site, caller } = context;
  const id = param('id');
  if (!CHAT_ID.test(id))
    return createErrorResponse(
      404,
      'chat-not-found',
      'invalid conversation id: use 8 to 64 letters, digits, "_" or "-"',
    );
  const principal = url.searchParams.get('principal') ?? caller;
  const kept = await site.sessions.get({ principal, id });
  const agent = kept?.agent ?? url.searchParams.get('agent') ?? '';
  const servable = site.agents.get(agent);
  if (kept || servable) return openChat(context, { id, principal, agent, servable });
  const message =
    agent === ''
      ? 'no agent is given: add ?agent=NAME to the URL'
      : `agent ${agent} not found: give an agent that this server serves`;
  return createErrorResponse(404, 'agent-not-found', message);
}

async function handleSendMessage(
  { conversation }: OpenChat,
  { request, context }: ApiCall,
): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const message = parseConversationMessage(body.value);
  if (!message) {
    const expected =
      'invalid request body: expected {"messageId","text"}, and "files":[{"name","mediaType","data"}] if the text is empty';
    return createErrorResponse(400, 'bad-request', expected);
  }
  return createJsonResponse(
    toTaskDetails(await conversation.send(toUserMessage(message), message.messageId)),
  );
}

async function handleEraseChat(
  { conversation }: OpenChat,
  { context }: ApiCall,
): Promise<Response> {
  await eraseConversation(context.site, conversation.session);
  return createJsonResponse({});
}

async function handleCancelTurn({ conversation }: OpenChat): Promise<Response> {
  const task = await conversation.cancel();
  return createJsonResponse(task ? { task: toTaskDetails(task) } : {});
}

async function handleSlashCommand(
  chat: OpenChat,
  { request, context }: ApiCall,
): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const line = readCommandLine(body.value);
  if (line === undefined)
    return createErrorResponse(
      400,
      'bad-request',
      'invalid request body: expected {"line":"/help"}',
    );
  const answer = await runSlashLine(line, await chat.commands());
  if (!answer) return createErrorResponse(400, 'bad-request', 'a command must begin with a slash');
  return createJsonResponse(answer satisfies ConversationCommandResult);
}

async function handleGetSettings({ conversation, models }: OpenChat): Promise<Response> {
  return createJsonResponse({
    schema: createSettingsSchema(conversation, models),
  } satisfies ConversationSettings);
}

async function handleChangeSettings(
  chat: OpenChat,
  { request, context }: ApiCall,
): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  await changeSettings(chat.conversation, chat.models, body.value);
  return handleGetSettings(chat);
}

async function handleListCompletions(chat: OpenChat, { url }: ApiCall): Promise<Response> {
  const line = url.searchParams.get('line') ?? '';
  return createJsonResponse(await listCompletions(line, await chat.commands()));
}

function readCommandLine(body: JsonValue): string | undefined {
  const line = isJsonObject(body) ? body['line'] : undefined;
  return typeof line === 'string' ? line : undefined;
}
