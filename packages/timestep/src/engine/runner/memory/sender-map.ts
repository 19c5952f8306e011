import type { Submission } from '#core';

/** A client, and the agent to which it sends messages. */
type SenderAndAgent = Pick<Submission, 'principal' | 'agent'>;

/** A map whose key is a client, an agent, and an id that the client chose. */
export interface SenderMap<Value> {
  get(of: SenderAndAgent, id: string): Value | undefined;
  set(of: SenderAndAgent, id: string, value: Value): void;
  delete(of: SenderAndAgent, id: string): void;
}

/** Creates an empty map. It consists of nested maps, because joining three texts to one key takes longer. */
export function createSenderMap<Value>(): SenderMap<Value> {
  const byPrincipal = new Map<string, Map<string, Map<string, Value>>>();
  return {
    get: ({ principal, agent }, id) => byPrincipal.get(principal)?.get(agent)?.get(id),
    set({ principal, agent }, id, value) {
      let byAgent = byPrincipal.get(principal);
      if (!byAgent) {
        byAgent = new Map<string, Map<string, Value>>();
        byPrincipal.set(principal, byAgent);
      }
      let byId = byAgent.get(agent);
      if (!byId) {
        byId = new Map<string, Value>();
        byAgent.set(agent, byId);
      }
      byId.set(id, value);
    },
    delete({ principal, agent }, id) {
      const byAgent = byPrincipal.get(principal);
      const byId = byAgent?.get(agent);
      if (!byAgent || !byId?.delete(id) || byId.size > 0) return;
      byAgent.delete(agent);
      if (byAgent.size === 0) byPrincipal.delete(principal);
    },
  };
}
