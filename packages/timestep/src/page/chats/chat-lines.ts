import type { Session } from '../../core/index.ts';
import type { Servable } from '../../server/index.ts';
import type { ConversationAgent, ConversationHead, ConversationLine } from '../../view/index.ts';

/** A session as a list shows it. */
export function chatLine(session: Session): ConversationLine {
  const { id, agent, principal, name = '', isClosed, createdAt, updatedAt } = session;
  return { id, agent, principal, name, isClosed, createdAt, updatedAt };
}

/** A session as its own view shows it. */
export function chatHead(session: Session): ConversationHead {
  const { settings, permitted } = session;
  return { ...chatLine(session), settings, permitted };
}

/** The agents that can be talked to, by their names in the runner. */
export function chatAgents(agents: readonly Servable[]): ConversationAgent[] {
  return agents
    .filter(({ isExposed = true }) => isExposed)
    .map(({ agentId, description: { name, title = name, description } }) => {
      return { id: agentId, name: title, description };
    });
}
