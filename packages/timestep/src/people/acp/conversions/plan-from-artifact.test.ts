import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { artifactToPlan } from './plan-from-artifact.ts';

function planOf(data: JsonValue, name = 'plan') {
  return artifactToPlan({ artifact_id: 'a', name, parts: [{ type: 'data', data }] });
}

it('reads the entries of a plan', () => {
  const entries = [
    { content: 'look', status: 'completed' },
    { content: 'act', priority: 'high' },
  ];
  expect(planOf({ entries })).toEqual({
    entries: [
      { content: 'look', priority: 'medium', status: 'completed' },
      { content: 'act', priority: 'high', status: 'pending' },
    ],
  });
});

it('leaves other artifacts as they are', () => {
  expect(planOf({ entries: [] }, 'report')).toBeUndefined();
  expect(planOf({ entries: [{ title: 'x' }] })).toBeUndefined();
  expect(planOf(['x'])).toBeUndefined();
  const parts = [{ type: 'text', text: 'x' }] as const;
  expect(artifactToPlan({ artifact_id: 'a', name: 'plan', parts })).toBeUndefined();
});
