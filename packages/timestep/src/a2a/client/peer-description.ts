import type { JsonValue } from '../../core/index.ts';
import type { AgentDescription, AgentSkill } from '../wire/agent-description.ts';
import { objectsIn, stringIn } from './lenient-fields.ts';
import type { PeerCard } from './peer-card.ts';

/** What a peer says about itself, whichever version its card has. */
export type PeerDescription = Required<
  Pick<AgentDescription, 'title' | 'description' | 'version' | 'skills'>
>;

/** Reads leniently: skills without a name are left out. */
export function peerDescription({ name, description, card }: PeerCard): PeerDescription {
  const skills = objectsIn(card['skills']).flatMap((skill): AgentSkill[] => {
    const title = stringIn(skill, 'name');
    if (title === '') return [];
    const [tags, examples] = [textsIn(skill['tags']), textsIn(skill['examples'])];
    return [
      {
        id: stringIn(skill, 'id') || title,
        name: title,
        description: stringIn(skill, 'description'),
        ...(tags.length > 0 && { tags }),
        ...(examples.length > 0 && { examples }),
      },
    ];
  });
  return { title: name, description, version: stringIn(card, 'version'), skills };
}

function textsIn(values: JsonValue | undefined): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
