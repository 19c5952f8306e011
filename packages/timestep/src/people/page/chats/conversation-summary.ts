import { omitUndefined, type Session } from '#core';
import type { ListedSession } from '#people/chat';
import type { Servable } from '#serving/server';
import type { ConversationAgent, ConversationDetails, ConversationSummary } from '#people/view';

export function toConversationSummary(session: ListedSession): ConversationSummary {
  const { id, agent, principal, name = '', isClosed, createdAt, updatedAt } = session;
  const { forkedFrom, entry } = session;
  const summary = { id, agent, principal, name, isClosed, createdAt, updatedAt };
  return { ...summary, ...omitUndefined({ forkedFrom, entry }) };
}

export function toConversationDetails(session: Session): ConversationDetails {
  const { settings, permitted } = session;
  return { ...toConversationSummary(session), settings, permitted };
}

export function listChatAgents(agents: readonly Servable[]): ConversationAgent[] {
  return agents
    .filter(({ isExposed = true }) => isExposed)
    .map(({ agentId, description: { name, title = name, description } }) => {
      return { id: agentId, name: title, description };
    });
}
