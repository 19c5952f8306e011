import { expect, it } from 'vitest';
import { buildToolMeta, requiresApproval, getToolReplay } from './tool-from-mcp.ts';

it.each([
  [
    'what the tool says',
    { ...buildToolMeta('key', false), annotations: { readOnlyHint: true } },
    'key',
  ],
  ['safe of a tool that only reads', { annotations: { readOnlyHint: true } }, 'safe'],
  [
    'safe of a tool that may as well be called twice',
    { annotations: { idempotentHint: true } },
    'safe',
  ],
  ['nothing of others', { annotations: { destructiveHint: false } }, undefined],
  [
    'nothing of a tool that says what nobody knows',
    { _meta: { 'dev.timestep/replay': 'maybe' } },
    undefined,
  ],
])('says %s', (_name, tool, expected) => {
  expect(getToolReplay(tool)).toBe(expected);
});

it('says whether a person decides', () => {
  expect(requiresApproval(buildToolMeta(undefined, true))).toBe(true);
  expect(requiresApproval(buildToolMeta('safe', false))).toBe(false);
  expect(buildToolMeta(undefined, false)).toEqual({});
});
