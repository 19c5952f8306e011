import { expect, it } from 'vitest';
import { HANDOFF_EXTENSION } from '../extension.ts';
import { canMakeHandoffs, type Peer } from './peer.ts';

const extensions = { [HANDOFF_EXTENSION]: {} };

it.each<[Peer['capabilities'], boolean]>([
  [{ sampling: {}, extensions }, true],
  [{ sampling: {} }, false],
  [{ extensions }, false],
  [undefined, false],
])('a client with %j makes handoffs itself: %s', (capabilities, expected) => {
  for (const era of ['modern', 'legacy'] as const) {
    expect(canMakeHandoffs({ era, capabilities })).toBe(expected);
  }
});
