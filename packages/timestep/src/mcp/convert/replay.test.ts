import { expect, it } from 'vitest';
import { metaOfReplay, replayOfTool } from './replay.ts';

it.each([
  [
    'what the tool says',
    { _meta: metaOfReplay('key'), annotations: { readOnlyHint: true } },
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
