import { expect, it } from 'vitest';
import { mergeExtendedCard } from './agent-description.ts';

const skill = (id: string, description = id) => ({ id, name: id, description });
const agent = {
  name: 'weather',
  description: 'Knows the sky.',
  version: '1.0.0',
  skills: [skill('now'), skill('later')],
};

it('adds skills, and replaces those of the same id and all else', () => {
  const added = { description: 'Knows all.', skills: [skill('later', 'More.'), skill('ever')] };
  expect(mergeExtendedCard(agent, added)).toEqual({
    ...agent,
    description: 'Knows all.',
    skills: [skill('now'), skill('later', 'More.'), skill('ever')],
  });
});

it('leaves what is not added as it is', () => {
  expect(mergeExtendedCard(agent, {})).toEqual(agent);
});
