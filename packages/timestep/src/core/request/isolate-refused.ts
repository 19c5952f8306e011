import type { Attempt } from './guess-refused.ts';
import type { Omission } from './omission.ts';
import { MAX_REQUESTS } from './refusal.ts';

/** State of the binary search for the refused part among the suspects of a guess, by test requests (probes). */
export interface Search {
  /** The smallest set of omissions with which a request was accepted. Undefined: none so far. */
  readonly accepted?: readonly Omission[] | undefined;
  /**
   * Parts of the request among which the search looks for the refused part. If several are refused, not all
   * need be here.
   */
  readonly suspects: readonly Omission[];
  /** Number of test requests that may still be sent. */
  readonly left: number;
  /**
   * Whether one of the suspected parts is assumed to be the refused one, so that no test request has to
   * prove it first.
   */
  readonly isAssumed: boolean;
}

/** What is left out of the next request, and the state of the search for the refused part among it. */
export interface DividedGuess extends Attempt {
  readonly known: readonly Omission[];
  /** Number of model requests of the step so far. */
  readonly requests: number;
  /** Whether nothing else can be left out after this. */
  readonly isLast: boolean;
}

/**
 * Starts the search for the refused part among the omissions of a guess. Undefined if they cannot be divided, or too
 * few requests remain.
 */
export function startRefusalSearch({
  without,
  guess,
  known,
  requests,
  isLast: isAssumed,
}: DividedGuess): Search | undefined {
  const suspects = without.filter((one) => !known.includes(one));
  const canSplit = suspects.every(({ kind }) => kind === 'message' || kind === 'tool');
  // Two requests are left for later: one without the last suspects, one without the accepted omissions.
  const left = MAX_REQUESTS - requests - 2;
  if (guess === undefined || suspects.length < 2 || !canSplit || left < 1) return undefined;
  return { suspects, left, isAssumed };
}

/** Returns what the next test request leaves out. Undefined: the search for the refused part has ended. */
export function chooseNextProbe({
  accepted,
  suspects,
  left,
  isAssumed,
}: Search): readonly Omission[] | undefined {
  if (left <= 0) return undefined;
  if (!accepted && !isAssumed) return suspects;
  return suspects.length === 1 ? undefined : suspects.slice(0, Math.ceil(suspects.length / 2));
}

/**
 * Returns the search state after a test request. Undefined if the request was refused although it omitted all
 * suspects, so that none of them is the refused part.
 */
export function narrowRefusalSearch(
  { accepted, suspects, left, isAssumed }: Search,
  probe: readonly Omission[],
  isAccepted: boolean,
): Search | undefined {
  if (isAccepted) return { accepted: probe, suspects: probe, left: left - 1, isAssumed };
  if (!accepted && !isAssumed) return undefined;
  const others = suspects.filter((one) => !probe.includes(one));
  return { accepted, suspects: others, left: left - 1, isAssumed };
}
