import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  parseDelegation,
  delegationToJson,
  HOPS_META,
  getHopCount,
  isJsonObject,
  type Delegation,
  type JsonObject,
} from '#core';

/** Metadata key of a message for a signed delegation. */
export const DELEGATION_META = 'dev.timestep/delegation';

export interface DelegationSigning {
  /**
   * Key that signs call chains, shared by all servers of one owner. Without a key, a receiver
   * trusts only the number of agent calls in a chain.
   */
  readonly key?: string | undefined;
  readonly messageId: string;
}

/** Placeholder for agents whose names are not verified. */
const UNKNOWN = '?';

/** Maximum number of agent calls that is believed without a signature. Greater numbers exceed every limit. */
const MAX_UNSIGNED_HOPS = 1000;

export function delegationToMetadata(
  delegation: Delegation,
  { key, messageId }: DelegationSigning,
): JsonObject {
  const hops = { [HOPS_META]: delegation.path.length };
  if (key === undefined) return hops;
  const claimed = delegationToJson(delegation);
  const signature = computeSignature(claimed, key, messageId).toString('base64url');
  return { ...hops, [DELEGATION_META]: { ...claimed, signature } };
}

/** Reads a delegation from metadata. Without a valid signature, only the number of agent calls is used. */
export function delegationOrHopsFromMetadata(
  metadata: JsonObject,
  signing: DelegationSigning,
): Delegation | undefined {
  const proven = readSignedDelegation(metadata, signing);
  if (proven) return proven;
  const hops = Math.min(getHopCount(metadata), MAX_UNSIGNED_HOPS);
  return hops === 0 ? undefined : { path: Array.from({ length: hops }, () => UNKNOWN) };
}

function readSignedDelegation(
  metadata: JsonObject,
  { key, messageId }: DelegationSigning,
): Delegation | undefined {
  const claimed = metadata[DELEGATION_META];
  if (key === undefined || !isJsonObject(claimed)) return undefined;
  const { signature, ...rest } = claimed;
  const delegation = parseDelegation(rest);
  if (!delegation || typeof signature !== 'string') return undefined;
  const expected = computeSignature(delegationToJson(delegation), key, messageId);
  const given = Buffer.from(signature, 'base64url');
  const isProven = given.length === expected.length && timingSafeEqual(given, expected);
  return isProven ? delegation : undefined;
}

/** Computes the signature of a delegation. It covers the message id, so that it is invalid for other messages. */
function computeSignature(claimed: JsonObject, key: string, messageId: string): Buffer {
  const text = JSON.stringify([messageId, claimed]);
  return createHmac('sha256', key).update(text).digest();
}
