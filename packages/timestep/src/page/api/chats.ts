import {
  completionsOf,
  ConversationError,
  eraseConversation,
  listConversations,
  openConversation,
  runSlashLine,
  type Conversation,
} from '../../chat/index.ts';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import type { ConversationAnswer, ConversationList } from '../../view/index.ts';
import { chatAgents, chatHead, chatLine } from '../chats/chat-lines.ts';
import { chatMessage, userMessageOf } from '../chats/chat-message.ts';
import { chatPort } from '../chats/chat-port.ts';
import { taskHead } from '../task-line.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** Conversations of people with agents, shared with terminals and editors. */
export const CHAT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/chats', answer: listAnswer },
  {
    method: 'GET',
    path: '/chats/:id',
    answer: inChat(async (chat) => data(chatHead(chat.session))),
  },
  { method: 'DELETE', path: '/chats/:id', answer: inChat(erased) },
  { method: 'POST', path: '/chats/:id/messages', answer: inChat(said) },
  { method: 'POST', path: '/chats/:id/cancel', answer: inChat(canceled) },
  { method: 'POST', path: '/chats/:id/command', answer: inChat(commanded) },
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
  answer: (chat: Conversation, call: ApiCall) => Promise<Response>,
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
async function chatOf({ url, context, param }: ApiCall): Promise<Conversation | Response> {
  const { site, clock, caller } = context;
  const id = param('id');
  if (!ID.test(id)) return refusal(404, 'chat-not-found', 'there is no such conversation');
  const principal = url.searchParams.get('principal') ?? caller;
  const kept = await site.sessions.get({ principal, id });
  const agent = kept?.agent ?? url.searchParams.get('agent') ?? '';
  const isServed = site.agents.list().some(({ agentId }) => agentId === agent);
  if (!kept && !isServed) {
    const message = `there is no agent ${agent || 'named'}: name one that is served`;
    return refusal(404, 'agent-not-found', message);
  }
  const { runner, sessions, onError } = site;
  const place = { runner, sessions, clock, newId: () => id, onError };
  // A page runs no tools, even where clients of the agent do.
  const options = { agent, principal, toolSite: 'server' } as const;
  try {
    return await openConversation(place, { ...options, sessionId: id });
  } catch (thrown) {
    const isNew = thrown instanceof ConversationError && thrown.code === 'unknown-session';
    if (!isNew) throw thrown;
    return openConversation(place, options);
  }
}

async function said(chat: Conversation, { request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const message = chatMessage(body.value);
  if (!message) {
    const expected =
      'write {"messageId","text"} with words or "files":[{"name","mediaType","data"}]';
    return refusal(400, 'bad-request', expected);
  }
  return data(taskHead(await chat.send(userMessageOf(message), message.messageId)));
}

async function erased(chat: Conversation, { context }: ApiCall): Promise<Response> {
  await eraseConversation(context.site, chat.session);
  return data({});
}

async function canceled(chat: Conversation): Promise<Response> {
  const task = await chat.cancel();
  return data(task ? { task: taskHead(task) } : {});
}

async function commanded(chat: Conversation, { request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const line = lineIn(body.value);
  if (line === undefined) return refusal(400, 'bad-request', 'write {"line":"/help"}');
  const answer = await runSlashLine(line, await chatPort(chat, context));
  if (!answer) return refusal(400, 'bad-request', 'a command begins with a slash');
  return data(answer satisfies ConversationAnswer);
}

async function completions(chat: Conversation, { url, context }: ApiCall): Promise<Response> {
  const line = url.searchParams.get('line') ?? '';
  return data(await completionsOf(line, await chatPort(chat, context)));
}

function lineIn(body: JsonValue): string | undefined {
  const line = isJsonObject(body) ? body['line'] : undefined;
  return typeof line === 'string' ? line : undefined;
}
