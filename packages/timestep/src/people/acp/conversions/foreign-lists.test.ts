import { expect, it } from 'vitest';
import { createStrangeTexts, findHiddenCharacters } from '#testing';
import { createSessionOptions } from './config-options.ts';
import { artifactToPlan } from './plan-from-artifact.ts';
import { toSessionUpdates } from './session-updates.ts';

const TEXTS = createStrangeTexts(300, 11);

/** Lists the texts that an editor shows of a value. Values of options are ids, which nobody reads. */
function listShown(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') {
    return ['title', 'name', 'description', 'content'].includes(key) ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, one]) => listShown(one, inner));
}

const PLACES: readonly (readonly [place: string, show: (text: string) => unknown])[] = [
  [
    'the list of agents and models',
    (text) => {
      const commands = () => () => ({ run: () => undefined }) as never;
      const one = {
        name: 'a',
        title: text,
        description: text,
        model: text,
        models: [text],
        commands,
      };
      return createSessionOptions({ agents: [one, one], agent: one, settings: { model: text } });
    },
  ],
  [
    'a plan',
    (text) => artifactToPlan({ name: 'plan', artifactId: 'p', parts: [plan(text)] } as never),
  ],
  [
    'the title of a session',
    (text) =>
      toSessionUpdates(
        {
          kind: 'session',
          event: { type: 'session.named', name: text, at: 0, generation: 1 },
        } as never,
        { modes: { currentModeId: 'default', availableModes: [] }, configOptions: [], costUsd: 0 },
        () => true,
      ),
  ],
];

function plan(content: string) {
  return { type: 'data', data: { entries: [{ content }] } };
}

it.each(PLACES)('%s shows hidden characters, and two texts differently', (_place, show) => {
  const shown = TEXTS.map((text) => listShown(show(text)).join('\n'));
  expect(shown.flatMap(findHiddenCharacters)).toEqual([]);
  expect(new Set(shown).size).toBe(new Set(TEXTS).size);
});
