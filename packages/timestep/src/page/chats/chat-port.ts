import {
  countTurns,
  listConversations,
  settingsPort,
  type CommandPort,
  type Conversation,
} from '../../chat/index.ts';
import { EMPTY_VIEW, shown, type ConversationView } from '../../view/index.ts';
import type { ApiContext } from '../api/route.ts';

/** Sessions that are listed at a time. */
const MOST_SESSIONS = 100;

/** What slash commands reach from a page. */
export async function chatPort(
  conversation: Conversation,
  { site, clock }: ApiContext,
): Promise<CommandPort> {
  const { id: current, agent, principal } = conversation.session;
  const view = await viewOf(conversation);
  return {
    license: () => 'Timestep is licensed under the MIT License.',
    view: () => view,
    agent: () => [['agent', agent]],
    settings: settingsPort(conversation, undefined),
    turns: () => conversation.turns(),
    sessions: {
      now: () => clock.now(),
      turnsOf: (id) => countTurns(site.tasks, { id, principal, agent }),
      async list() {
        const { sessions } = await listConversations(site, {
          principal,
          agent,
          limit: MOST_SESSIONS,
        });
        return sessions.map(({ id, name = '', agent: its, updatedAt }) => {
          return { id, title: name, agent: its, updatedAt, isCurrent: id === current };
        });
      },
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
    },
  };
}

/** The conversation as it is now. */
async function viewOf(conversation: Conversation): Promise<ConversationView> {
  const enough = new AbortController();
  let view = EMPTY_VIEW;
  for await (const update of conversation.updates(enough.signal)) {
    if (update.kind === 'live') break;
    if (update.kind === 'event') view = shown(view, update);
  }
  enough.abort();
  return view;
}
