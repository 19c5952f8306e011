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
    const about = stringIn(skill, 'description');
    return title === ''
      ? []
      : [{ id: stringIn(skill, 'id') || title, name: title, description: about }];
  });
  return { title: name, description, version: stringIn(card, 'version'), skills };
}
