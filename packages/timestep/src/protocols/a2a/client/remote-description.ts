import type { JsonValue } from '../../../core/index.ts';
import type { AgentDescription, AgentSkill } from '../wire/agent-description.ts';
import { listObjects, getString } from './lenient-fields.ts';
import type { RemoteAgentCard } from './remote-card.ts';

/** A remote agent's description of itself, in either version of its card. */
export type RemoteAgentDescription = Required<
  Pick<AgentDescription, 'title' | 'description' | 'version' | 'skills'>
>;

/** Reads the description from a card. Skills without a name are skipped. */
export function readRemoteDescription({
  name,
  description,
  card,
}: RemoteAgentCard): RemoteAgentDescription {
  const skills = listObjects(card['skills']).flatMap((skill): AgentSkill[] => {
    const title = getString(skill, 'name');
    if (title === '') return [];
    const [tags, examples] = [listStrings(skill['tags']), listStrings(skill['examples'])];
    return [
      {
        id: getString(skill, 'id') || title,
        name: title,
        description: getString(skill, 'description'),
        ...(tags.length > 0 && { tags }),
        ...(examples.length > 0 && { examples }),
      },
    ];
  });
  return { title: name, description, version: getString(card, 'version'), skills };
}

function listStrings(values: JsonValue | undefined): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
