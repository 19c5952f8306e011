import type { CommandPort, ConversationView, ItemsPort, ModelsPort } from '../../chat/index.ts';
import { PROVIDERS } from '../../model/index.ts';
import type { ChatAgent } from './chat-agent.ts';
import type { RunnerConversation } from './runner-conversation.ts';
import type { SessionSettings } from './session-settings.ts';

/** What commands at a terminal reach. */
export interface CommandSite {
  readonly agent: ChatAgent;
  readonly conversation: RunnerConversation;
  readonly settings: SessionSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly license: () => string;
}

/** The commands' port over a conversation of this process. */
export function commandPort(site: CommandSite, view: () => ConversationView): CommandPort {
  const { agent, conversation, settings, license } = site;
  const models = modelsPort(site);
  return {
    license,
    view,
    agent: () => agent.facts,
    ...(models && { models }),
    settings: settings.port,
    items: itemsPort(agent),
    sessions: { list: conversation.sessions },
    turns: conversation.turns,
  };
}

function modelsPort({ agent, env }: CommandSite): ModelsPort | undefined {
  const { choose, model } = agent;
  if (!choose) return undefined;
  return {
    providers: () =>
      PROVIDERS.map(({ name, keyVariables, keyNeeded }) => {
        const [first] = keyVariables;
        const isReady = keyVariables.some((variable) => (env[variable] ?? '') !== '');
        return { name, isReady, ...(keyNeeded && first !== undefined && { keyVariable: first }) };
      }),
    list: (provider) => {
      const current = model();
      const isOf = provider === undefined || current?.startsWith(`${provider}/`);
      return Promise.resolve(current !== undefined && isOf ? [current] : []);
    },
    current: model,
    async choose(next) {
      choose(next);
    },
  };
}

function itemsPort({ items }: ChatAgent): ItemsPort {
  const notYet = (): Promise<void> =>
    Promise.reject(new Error('this is chosen where the agent is defined'));
  return { list: items, include: notYet, exclude: notYet };
}
