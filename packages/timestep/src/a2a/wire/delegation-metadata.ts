import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  delegationFromJson,
  delegationToJson,
  HOPS_META,
  hopsOf,
  isJsonObject,
  type Delegation,
  type JsonObject,
} from '../../core/index.ts';

/** The key of a message's metadata that holds a signed delegation. */
export const DELEGATION_META = 'dev.timestep/delegation';

/** What a delegation is signed with, and for which message. */
export interface Signing {
  /** A secret that servers of one owner share; without it only the number of calls is sent and believed. */
  readonly key?: string;
  readonly messageId: string;
}

/** Stands in a path for agents that a stranger did not prove. */
const UNKNOWN = '?';

/** A stranger may claim any number of calls; beyond this one every chain is too long. */
const MOST_HOPS = 1000;

/** The metadata of a message that is sent for a task with this delegation. */
export function metadataOfDelegation(
  delegation: Delegation,
  { key, messageId }: Signing,
): JsonObject {
  const hops = { [HOPS_META]: delegation.path.length };
  if (key === undefined) return hops;
  const claimed = delegationToJson(delegation);
  const signature = signatureOf(claimed, key, messageId).toString('base64url');
  return { ...hops, [DELEGATION_META]: { ...claimed, signature } };
}

/**
 * The delegation that a message's metadata hold. Without a valid signature of the shared key only the
 * number of calls counts, and the agents are unknown.
 */
export function delegationIn(metadata: JsonObject, signing: Signing): Delegation | undefined {
  const proven = provenIn(metadata, signing);
  if (proven) return proven;
  const hops = Math.min(hopsOf(metadata), MOST_HOPS);
  return hops === 0 ? undefined : { path: Array.from({ length: hops }, () => UNKNOWN) };
}

function provenIn(metadata: JsonObject, { key, messageId }: Signing): Delegation | undefined {
  const claimed = metadata[DELEGATION_META];
  if (key === undefined || !isJsonObject(claimed)) return undefined;
  const { signature, ...rest } = claimed;
  const delegation = delegationFromJson(rest);
  if (!delegation || typeof signature !== 'string') return undefined;
  const expected = signatureOf(delegationToJson(delegation), key, messageId);
  const given = Buffer.from(signature, 'base64url');
  const isProven = given.length === expected.length && timingSafeEqual(given, expected);
  return isProven ? delegation : undefined;
}

/** It counts for one message only, so that it cannot be sent along with another. */
function signatureOf(claimed: JsonObject, key: string, messageId: string): Buffer {
  const text = JSON.stringify([messageId, claimed]);
  return createHmac('sha256', key).update(text).digest();
}
