import type { AvailableCommand } from '@agentclientprotocol/sdk';
import {
  countTurns,
  EMPTY_VIEW,
  listConversations,
  runSlashLine,
  shown,
  SLASH_COMMANDS,
  type CommandPort,
  type Conversation,
  type ConversationView,
} from '../chat/index.ts';
import type { AcpAgent, AcpSite } from './acp-site.ts';

/** What commands reach. */
export interface CommandPlace {
  readonly site: AcpSite;
  readonly agent: AcpAgent;
  readonly conversation: Conversation;
}

/** The commands of conversations that an editor offers; for others it has ways of its own. */
const OFFERED: readonly string[] = [
  'agent',
  'stats',
  'cost',
  'tasks',
  'sessions',
  'models',
  'model',
];

const RENAME = 'rename';

/** The commands as a client lists them (ACP v1, Slash Commands). */
export function availableCommands(): AvailableCommand[] {
  const offered = SLASH_COMMANDS.filter(({ name }) => OFFERED.includes(name));
  return [
    ...offered.map(({ name, summary, usage }) => {
      return { name, description: summary, ...(usage !== '' && { input: { hint: usage } }) };
    }),
    { name: RENAME, description: 'gives the session another name', input: { hint: '<name>' } },
  ];
}

/**
 * Carries out a command here, so that the agent does not see it; `undefined` where the text is words for
 * the agent.
 */
export async function runCommand(text: string, place: CommandPlace): Promise<string | undefined> {
  const line = text.trim();
  const [, name = '', written = ''] = /^\/(\w+)(?:\s([^]*))?$/.exec(line) ?? [];
  if (name === RENAME) return rename(place.conversation, written.trim());
  if (!OFFERED.includes(name)) return undefined;
  const answer = await runSlashLine(line, await portOf(place));
  return answer && 'text' in answer ? answer.text : undefined;
}

async function rename(conversation: Conversation, name: string): Promise<string> {
  if (name === '') return 'Write `/rename <name>`.';
  await conversation.rename(name);
  return `The session is called ${name}.`;
}

/** How many sessions are listed. */
const MOST = 20;

async function portOf({ site, agent, conversation }: CommandPlace): Promise<CommandPort> {
  const view = await viewOf(conversation);
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
