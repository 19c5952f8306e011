import type { Session } from '#core';
import type { Servable } from '#serving/server';
import type { ConversationAgent, ConversationDetails, ConversationSummary } from '#people/view';

export function toConversationSummary(session: Session): ConversationSummary {
  const { id, agent, principal, name = '', isClosed, createdAt, updatedAt, forkedFrom } = session;
  const summary = { id, agent, principal, name, isClosed, createdAt, updatedAt };
  return forkedFrom ? { ...summary, forkedFrom } : summary;
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
