import type { AvailableCommand } from '@agentclientprotocol/sdk';
import {
  countTurns,
  listConversations,
  runSlashLine,
  SLASH_COMMANDS,
  type CommandPort,
  type Conversation,
} from '../../chat/index.ts';
import { EMPTY_VIEW, applyUpdate, type ConversationView } from '../../view/index.ts';
import type { AcpAgent, AcpServerDeps } from '../acp-server-deps.ts';

export interface CommandContext {
  readonly deps: AcpServerDeps;
  readonly agent: AcpAgent;
  readonly conversation: Conversation;
}

/** Slash commands that are not offered, because editors have their own features for them. */
const NOT_OFFERED: readonly string[] = ['help', 'license', 'quit', 'clear', 'resume'];

const OFFERED = SLASH_COMMANDS.filter(({ name }) => !NOT_OFFERED.includes(name));

export function listAvailableCommands(): AvailableCommand[] {
  return OFFERED.map(({ name, summary, usage }) => {
    return { name, description: summary, ...(usage !== '' && { input: { hint: usage } }) };
  });
}

export type CommandResult = { readonly answer: string } | { readonly send: string };

/** Returns undefined if the text is a message for the agent. The agent sees no commands. */
export async function runCommand(
  text: string,
  context: CommandContext,
): Promise<CommandResult | undefined> {
  const line = text.trim();
  const [, named] = /^\/([\w-]+)(?=\s|$)/.exec(line) ?? [];
  if (!OFFERED.some(({ name }) => name === named)) return undefined;
  const { agent, conversation } = context;
  const view = await buildView(conversation);
  const port = agent.commands?.(conversation)(() => view) ?? createCommandPort(context, view);
  const answer = await runSlashLine(line, port);
  if (answer?.do === 'open') {
    return {
      answer: `The new session \`${answer.sessionId}\` continues from there. Open it from the list of sessions.`,
    };
  }
  if (answer?.do === 'send') return { send: answer.text };
  return answer && 'text' in answer ? { answer: answer.text } : undefined;
}

const MAX_SESSIONS = 20;

function createCommandPort(
  { deps, agent, conversation }: CommandContext,
  view: ConversationView,
): CommandPort {
  const { id } = conversation.session;
  return {
    getLicense: () => '',
    getView: () => view,
    getAgentFacts: () => [
      ['name', agent.title],
      ...(agent.description === undefined ? [] : [['description', agent.description] as const]),
    ],
    models: {
      listProviders: () => [],
      list: (provider) =>
        Promise.resolve(
          [...(agent.model === undefined ? [] : [agent.model]), ...agent.models].filter(
            (model) => provider === undefined || model.startsWith(`${provider}/`),
          ),
        ),
      getCurrent: () => conversation.session.settings.model ?? agent.model,
      async chooseModel(model) {
        await conversation.set({ model });
      },
    },
    listTurns: () => conversation.turns(),
    sessions: {
      now: () => deps.conversations.clock.now(),
      countTurns: (other) => countTurns(deps.tasks, { ...conversation.session, id: other }),
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
      async list() {
        const { principal, conversations } = deps;
        const query = { principal, agent: agent.name, limit: MAX_SESSIONS };
        const { sessions } = await listConversations(
          { sessions: conversations.sessions, tasks: deps.tasks },
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

async function buildView(conversation: Conversation): Promise<ConversationView> {
  const leaving = new AbortController();
  let view = EMPTY_VIEW;
  for await (const update of conversation.updates(leaving.signal)) {
    if (update.kind === 'live') break;
    if (update.kind === 'event') view = applyUpdate(view, update);
  }
  leaving.abort();
  return view;
}
