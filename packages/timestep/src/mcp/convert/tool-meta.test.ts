import { expect, it } from 'vitest';
import { metaOfTool, needsApprovalOf, replayOfTool } from './tool-meta.ts';

it.each([
  [
    'what the tool says',
    { ...metaOfTool('key', false), annotations: { readOnlyHint: true } },
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
  expect(replayOfTool(tool)).toBe(expected);
});

it('says whether a person decides', () => {
  expect(needsApprovalOf(metaOfTool(undefined, true))).toBe(true);
  expect(needsApprovalOf(metaOfTool('safe', false))).toBe(false);
  expect(metaOfTool(undefined, false)).toEqual({});
});
