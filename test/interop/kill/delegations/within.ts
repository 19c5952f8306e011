import type { PeerKind, PeerPoint } from './stock-peer.ts';

/** Where a caller is killed: before it sends, at a point of its peer, or at a random moment. */
export type KilledAt = 'sending' | PeerPoint | 'random';

/** Points of the peer between its first and last byte of a message. */
const WITHIN: readonly KilledAt[] = ['received', 'executing', 'begun', 'random'];

/** Whether a kill at a point falls before the first byte of the answer. A message is sent whole at the end. */
export function isWithinPoint(
  { lacks = [] }: Pick<PeerKind, 'lacks'>,
  killedAt: KilledAt,
): boolean {
  return WITHIN.includes(killedAt) || (killedAt === 'ended' && lacks.includes('begun'));
}

/** Whether something was sent and nothing received since. Undefined: the caller wrote no ledger. */
export function isKilledWithin(ledger: string): boolean | undefined {
  const text = ledger.trim();
  return text === '' ? undefined : text.split('\n').at(-1) === 'sent';
}
