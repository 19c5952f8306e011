import { describe, expect, it } from 'vitest';
import { KINDS, subjectOf, type Kind } from './doors/kinds.ts';
import { PERMISSIONS, WAITS, WAYS, type Permission } from './doors/ways.ts';

type Row = readonly [kind: Kind, way: string, permission: Permission];

/** What a way cannot express is left out of the table. */
function isRow([kind, way, permission]: Row): boolean {
  const isMcp = way.startsWith('MCP');
  // Rules belong to agents, and a server of MCP that is reached over MCP is the same row again.
  return !isMcp || (permission !== 'denied' && kind !== 'remote');
}

const ROWS = KINDS.flatMap((kind) =>
  Object.keys(WAYS).flatMap((way) =>
    PERMISSIONS.map((permission): Row => [kind, way, permission]).filter(isRow),
  ),
);

const DENIED = '{"error":"denied"';

function expected(way: string, permission: Permission, result: string): string {
  const isMcp = way.startsWith('MCP');
  switch (permission) {
    case 'allowed':
    case 'approved':
      return result;
    case 'denied':
      return DENIED;
    case 'refused':
      return isMcp ? 'a person refused to let' : DENIED;
    case 'nobody':
      if (isMcp) return 'needs a person';
      return way === 'loop' ? DENIED : WAITS;
  }
}

describe('a tool', () => {
  it.each(ROWS)('%s over %s, %s', async (kind, way, permission) => {
    const needsApproval = ['approved', 'refused', 'nobody'].includes(permission);
    const subject = await subjectOf(kind, needsApproval);
    try {
      const said = await WAYS[way]?.(subject, permission);
      expect(said).toContain(expected(way, permission, subject.result));
      const isMade = permission === 'allowed' || permission === 'approved';
      expect(subject.ran()).toBe(isMade ? subject.runs : 0);
    } finally {
      await subject.close();
    }
  });

  it('is called by every way in every kind', () => {
    expect(ROWS).toHaveLength(7 * 5 * 5 - 2 * (7 + 4));
  });
});
