import { expect, it } from 'vitest';
import { listBreaches, type SceneRecord } from './verdict.ts';

const sound: SceneRecord = {
  peer: 'js-1.0',
  route: 'remote',
  point: 'middle',
  text: 'work 1',
  canBeAsked: true,
  isWithin: false,
  works: 1,
  outcome: { state: 'completed', text: 'work 1 is done' },
};
const unknown = {
  state: 'input-required',
  text: 'It is unknown whether the peer received the message.',
} as const;
const within: SceneRecord = { ...sound, point: 'executing', isWithin: true, outcome: unknown };

it('finds nothing where work was done once, or where nobody can tell', () => {
  expect(listBreaches([sound, { ...within, canBeAsked: false }])).toEqual([]);
  expect(listBreaches([{ ...within, point: 'sending', works: 0 }])).toEqual([]);
});

it.each<[string, Partial<SceneRecord>, string]>([
  ['work that was done twice', { works: 2 }, 'the peer did the work 2 times'],
  ['an answer without work', { works: 0 }, 'it has ended without work'],
  ['a failed task', { outcome: { state: 'failed', text: 'refused' } }, 'it is failed: refused'],
  [
    'another answer',
    { outcome: { state: 'completed', text: 'hello' } },
    'it was answered wrongly: hello',
  ],
  [
    'something unknown that is known',
    { outcome: unknown },
    'it is told as unknown although the kill fell elsewhere',
  ],
  [
    'something unknown that the peer can tell',
    { ...within },
    'it is told as unknown although the peer can be asked',
  ],
])('finds %s', (_what, change, why) => {
  const scene = { ...sound, ...change };
  expect(listBreaches([scene])).toEqual([
    `work 1 (js-1.0, remote, killed at ${scene.point}): ${why}`,
  ]);
});
