import { expect, it } from 'vitest';
import { PROVIDERS } from '#agents/model';
import { createTestFolder } from '../folder.fixture.ts';
import { checkAgents } from './check-agent.ts';

function findProblems(providers: object): readonly string[] {
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' }, providers } });
  return checkAgents(path, {}).flatMap((one) =>
    one.problems.map(({ field = '', severity, message }) => `${severity} ${field} ${message}`),
  );
}

it('knows each provider, its aliases and its variables', () => {
  for (const { name, aliases, keyVariables, baseUrlVariables, modelVariables } of PROVIDERS) {
    const names = [...keyVariables, ...baseUrlVariables, ...modelVariables, 'OF_A_PROGRAM'];
    const keys = Object.fromEntries(names.map((variable) => [variable, 'x']));
    for (const one of [name, ...aliases]) expect(findProblems({ [one]: keys })).toEqual([]);
  }
});

it('warns of each misspelt provider and variable', () => {
  expect(findProblems({ opnai: {} })).toEqual([
    'warning providers.opnai is unknown: did you mean openai?',
  ]);
  for (const { name, keyVariables } of PROVIDERS) {
    for (const variable of keyVariables) {
      const wrong = variable.replace('_', '');
      expect(findProblems({ [name]: { [wrong]: 'x' } })).toEqual([
        `warning providers.${name}.${wrong} is unknown: did you mean ${variable}?`,
      ]);
    }
  }
});
