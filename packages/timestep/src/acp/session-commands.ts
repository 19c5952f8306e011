import type { AvailableCommand } from '@agentclientprotocol/sdk';
import {
  countTurns,
  listConversations,
  runSlashLine,
  SLASH_COMMANDS,
  type CommandPort,
  type Conversation,
} from '../chat/index.ts';
import { EMPTY_VIEW, shown, type ConversationView } from '../view/index.ts';
import type { AcpAgent, AcpSite } from './acp-site.ts';

/** What commands reach. */
export interface CommandPlace {
  readonly site: AcpSite;
  readonly agent: AcpAgent;
  readonly conversation: Conversation;
}

/** The commands of conversations that an editor has ways of its own for. */
const OF_EDITORS: readonly string[] = ['help', 'license', 'quit', 'clear', 'resume'];

const OFFERED = SLASH_COMMANDS.filter(({ name }) => !OF_EDITORS.includes(name));

/** The commands as a client lists them (ACP v1, Slash Commands). */
export function availableCommands(): AvailableCommand[] {
  return OFFERED.map(({ name, summary, usage }) => {
    return { name, description: summary, ...(usage !== '' && { input: { hint: usage } }) };
  });
}

/** What a command comes to: words for the client, or words that the agent is to be sent in its place. */
export type CommandOutcome = { readonly answer: string } | { readonly send: string };

/**
 * Carries out a command here, so that the agent does not see it; `undefined` where the text is words for
 * the agent.
 */
export async function runCommand(
  text: string,
  place: CommandPlace,
): Promise<CommandOutcome | undefined> {
  const line = text.trim();
  const [, named] = /^\/([\w-]+)(?=\s|$)/.exec(line) ?? [];
  if (!OFFERED.some(({ name }) => name === named)) return undefined;
  const { agent, conversation } = place;
  const view = await viewOf(conversation);
  const port = agent.commands?.(conversation)(() => view) ?? portOf(place, view);
  const answer = await runSlashLine(line, port);
  if (answer?.do === 'open') {
    return {
      answer: `The session \`${answer.sessionId}\` goes on from there: open it from the list of sessions.`,
    };
  }
  if (answer?.do === 'send') return { send: answer.text };
  return answer && 'text' in answer ? { answer: answer.text } : undefined;
}

/** How many sessions are listed. */
const MOST = 20;

function portOf({ site, agent, conversation }: CommandPlace, view: ConversationView): CommandPort {
  const { id } = conversation.session;
  return {
    license: () => '',
    view: () => view,
    agent: () => [
      ['name', agent.title],
      ...(agent.description === undefined ? [] : [['description', agent.description] as const]),
    ],
    models: {
      providers: () => [],
      list: (provider) =>
        Promise.resolve(
          [...(agent.model === undefined ? [] : [agent.model]), ...agent.models].filter(
            (model) => provider === undefined || model.startsWith(`${provider}/`),
          ),
        ),
      current: () => conversation.session.settings.model ?? agent.model,
      async choose(model) {
        await conversation.set({ model });
      },
    },
    turns: () => conversation.turns(),
    sessions: {
      now: () => site.conversations.clock.now(),
      turnsOf: (other) => countTurns(site.tasks, { ...conversation.session, id: other }),
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
      async list() {
        const { principal, conversations } = site;
        const query = { principal, agent: agent.name, limit: MOST };
        const { sessions } = await listConversations(
          { sessions: conversations.sessions, tasks: site.tasks },
          query,
        );
        return sessions.map((session) => ({
          id: session.id,
          title: session.name ?? '',
          agent: session.agent,
          updatedAt: session.updatedAt,
          isCurrent: session.id === id,
        }));
      },
    },
  };
}

/** The conversation as it is now. */
async function viewOf(conversation: Conversation): Promise<ConversationView> {
  const leaving = new AbortController();
  let view = EMPTY_VIEW;
  for await (const update of conversation.updates(leaving.signal)) {
    if (update.kind === 'live') break;
    if (update.kind === 'event') view = shown(view, update);
  }
  leaving.abort();
  return view;
}
