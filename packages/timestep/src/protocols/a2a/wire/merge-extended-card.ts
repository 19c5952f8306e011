import type { AgentDescription, ExtendedCardFields } from './agent-description.ts';

/** Added fields replace existing ones; skills are appended. */
export function mergeExtendedCard(
  agent: AgentDescription,
  added: ExtendedCardFields,
): AgentDescription {
  const more = added.skills ?? [];
  const kept = (agent.skills ?? []).filter(({ id }) => more.every((skill) => skill.id !== id));
  return { ...agent, ...added, skills: [...kept, ...more] };
}
