import type { AgentDescription, ExtendedCardFields } from './agent-description.ts';

/** An agent as its extended card describes it: what is added goes before, and skills are added to the others. */
export function withAdditions(
  agent: AgentDescription,
  added: ExtendedCardFields,
): AgentDescription {
  const more = added.skills ?? [];
  const kept = (agent.skills ?? []).filter(({ id }) => more.every((skill) => skill.id !== id));
  return { ...agent, ...added, skills: [...kept, ...more] };
}
