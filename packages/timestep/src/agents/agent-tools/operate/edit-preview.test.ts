import { describe, expect, it } from 'vitest';
import { pickLinesNearChanges } from '#agents/folder';
import { createEditPreview } from './edit-preview.ts';
import { toToolSwitches } from './switch-change.ts';

const on = { serverDefault: true, tools: new Map([['off', false]]) };

it.each([
  [{ tool: 'x', permit: 'allow' }, { permissionRequired: false }],
  [{ tool: 'x', permit: 'ask' }, { permissionRequired: true }],
  [{ tool: 'x', permit: 'deny' }, { enabled: false }],
  [
    { tool: 'off', permit: 'ask' },
    { permissionRequired: true, enabled: true },
  ],
  [
    { tool: 'x', permit: null },
    { enabled: null, permissionRequired: null },
  ],
  [{ include: 'agent' }, { include: 'agent' }],
  [{ tool: 'x', include: null }, { include: null }],
] as const)('sets what %j says', (change, switches) => {
  expect(toToolSwitches(change, on)).toEqual(switches);
});

describe('a planned change', () => {
  it('shows lines around what changes, and gaps in place of the others', () => {
    const lines = Array.from({ length: 20 }, (_, at) => ({ kind: 'same', text: `${at}` }) as const);
    const shown = pickLinesNearChanges(lines.with(10, { kind: 'new', text: 'x' } as never), 3);
    expect(shown.map(({ kind, text }) => (kind === 'gap' ? kind : text))).toEqual(
      'gap 7 8 9 x 11 12 13 gap'.split(' '),
    );
    expect(pickLinesNearChanges(lines, 3)).toEqual([{ kind: 'gap', text: '' }]);
  });

  it('is without secrets that stand in the file, and is of a version', () => {
    const change = { path: 'a', before: 'key: sesame\n', after: 'key: sesame\nx\n', version: 'v' };
    const plan = createEditPreview({ changes: [change] }, (text) =>
      text.replaceAll('sesame', '[secret]'),
    );
    const same = { kind: 'same', text: 'key: [secret]' };
    expect(plan).toEqual({
      version: 'v',
      files: [{ path: 'a', lines: [same, { kind: 'new', text: 'x' }] }],
    });
    expect(createEditPreview({ changes: [] }, String)).toEqual({ files: [] });
  });
});
