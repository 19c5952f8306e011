import {
  completionsOf,
  ConversationError,
  eraseConversation,
  listConversations,
  runSlashLine,
  changeSettings,
  settingsSchema,
} from '../../chat/index.ts';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import type {
  ConversationAnswer,
  ConversationList,
  ConversationSettings,
} from '../../view/index.ts';
import { chatAgents, chatHead, chatLine } from '../chats/chat-lines.ts';
import { chatMessage, userMessageOf } from '../chats/chat-message.ts';
import { openChat, type OpenChat } from '../chats/open-chat.ts';
import { taskHead } from '../task-line.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** Conversations of people with agents, shared with terminals and editors. */
export const CHAT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/chats', answer: listAnswer },
  {
    method: 'GET',
    path: '/chats/:id',
    answer: inChat(async ({ conversation }) => data(chatHead(conversation.session))),
  },
  { method: 'DELETE', path: '/chats/:id', answer: inChat(erased) },
  { method: 'POST', path: '/chats/:id/messages', answer: inChat(said) },
  { method: 'POST', path: '/chats/:id/cancel', answer: inChat(canceled) },
  { method: 'POST', path: '/chats/:id/command', answer: inChat(commanded) },
  { method: 'GET', path: '/chats/:id/settings', answer: inChat(settings) },
  { method: 'PUT', path: '/chats/:id/settings', answer: inChat(settle) },
  { method: 'GET', path: '/chats/:id/completions', answer: inChat(completions) },
];

const MOST_LISTED = 200;

/** What a page may name a conversation. */
const ID = /^[\w-]{8,64}$/;

async function listAnswer({ url, context: { site } }: ApiCall): Promise<Response> {
  const agent = url.searchParams.get('agent') || undefined;
  const query = { withClosed: true, limit: MOST_LISTED, ...(agent !== undefined && { agent }) };
  const { sessions, hasMore } = await listConversations(site, query);
  const chats = sessions.map(chatLine);
  const list: ConversationList = { chats, hasMore, agents: chatAgents(site.agents.list()) };
  return data(list);
}

/** A request that names a conversation; what is refused is said with its code. */
function inChat(
  answer: (chat: OpenChat, call: ApiCall) => Promise<Response>,
): (call: ApiCall) => Promise<Response> {
  return async (call) => {
    try {
      const chat = await chatOf(call);
      return chat instanceof Response ? chat : await answer(chat, call);
    } catch (thrown) {
      const isRefused = thrown instanceof ConversationError || thrown instanceof RunnerError;
      if (!isRefused) throw thrown;
      return refusal(409, thrown.code, thrown.message);
    }
  };
}

/** The conversation of an address, or a new one that is kept from its first message on. */
async function chatOf({ url, context, param }: ApiCall): Promise<OpenChat | Response> {
  const { site, caller } = context;
  const id = param('id');
  if (!ID.test(id)) return refusal(404, 'chat-not-found', 'there is no such conversation');
  const principal = url.searchParams.get('principal') ?? caller;
  const kept = await site.sessions.get({ principal, id });
  const agent = kept?.agent ?? url.searchParams.get('agent') ?? '';
  const servable = site.agents.get(agent);
  if (kept || servable) return openChat(context, { id, principal, agent, servable });
  const message = `there is no agent ${agent || 'named'}: name one that is served`;
  return refusal(404, 'agent-not-found', message);
}

async function said({ conversation }: OpenChat, { request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const message = chatMessage(body.value);
  if (!message) {
    const expected =
      'write {"messageId","text"} with words or "files":[{"name","mediaType","data"}]';
    return refusal(400, 'bad-request', expected);
  }
  return data(taskHead(await conversation.send(userMessageOf(message), message.messageId)));
}

async function erased({ conversation }: OpenChat, { context }: ApiCall): Promise<Response> {
  await eraseConversation(context.site, conversation.session);
  return data({});
}

async function canceled({ conversation }: OpenChat): Promise<Response> {
  const task = await conversation.cancel();
  return data(task ? { task: taskHead(task) } : {});
}

async function commanded(chat: OpenChat, { request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const line = lineIn(body.value);
  if (line === undefined) return refusal(400, 'bad-request', 'write {"line":"/help"}');
  const answer = await runSlashLine(line, await chat.commands());
  if (!answer) return refusal(400, 'bad-request', 'a command begins with a slash');
  return data(answer satisfies ConversationAnswer);
}

async function settings({ conversation, models }: OpenChat): Promise<Response> {
  return data({ schema: settingsSchema(conversation, models) } satisfies ConversationSettings);
}

async function settle(chat: OpenChat, { request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  await changeSettings(chat.conversation, chat.models, body.value);
  return settings(chat);
}

async function completions(chat: OpenChat, { url }: ApiCall): Promise<Response> {
  const line = url.searchParams.get('line') ?? '';
  return data(await completionsOf(line, await chat.commands()));
}

function lineIn(body: JsonValue): string | undefined {
  const line = isJsonObject(body) ? body['line'] : undefined;
  return typeof line === 'string' ? line : undefined;
}
