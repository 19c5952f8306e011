import type { Attempt } from './guess-refused.ts';
import type { Omission } from './omission.ts';
import { MAX_REQUESTS } from './refusal.ts';

/** The search for what was refused among the suspects of a guess. */
export interface Search {
  /** The smallest part of the guess without which a request was accepted. Undefined: none so far. */
  readonly accepted?: readonly Omission[] | undefined;
  /** What was refused is among these if it is one thing. */
  readonly suspects: readonly Omission[];
  /** Number of probes that are left. */
  readonly left: number;
  /** Whether no probe has to show first that what was refused is among the suspects. */
  readonly isAssumed: boolean;
}

/** The guess whose suspects are divided. */
export interface DividedGuess extends Attempt {
  readonly known: readonly Omission[];
  /** Number of requests of the step so far. */
  readonly requests: number;
  /** Whether no other guess follows that says more. */
  readonly isLast: boolean;
}

/** Begins the search among what a guess leaves out. Undefined: there is nothing to divide. */
export function startSearch({
  without,
  guess,
  known,
  requests,
  isLast: isAssumed,
}: DividedGuess): Search | undefined {
  const suspects = without.filter((one) => !known.includes(one));
  const canSplit = suspects.every(({ kind }) => kind === 'message' || kind === 'tool');
  // Two more requests follow the probes: one without the suspects, one without what was accepted.
  const left = MAX_REQUESTS - requests - 2;
  if (guess === undefined || suspects.length < 2 || !canSplit || left < 1) return undefined;
  return { suspects, left, isAssumed };
}

/** Returns what the next probe leaves out. Undefined: the search has ended. */
export function chooseProbe({
  accepted,
  suspects,
  left,
  isAssumed,
}: Search): readonly Omission[] | undefined {
  if (left <= 0) return undefined;
  if (!accepted && !isAssumed) return suspects;
  return suspects.length === 1 ? undefined : suspects.slice(0, Math.ceil(suspects.length / 2));
}

/** Goes on after a probe. Undefined: what was refused is not among the suspects. */
export function narrowSearch(
  { accepted, suspects, left, isAssumed }: Search,
  probe: readonly Omission[],
  isAccepted: boolean,
): Search | undefined {
  if (isAccepted) return { accepted: probe, suspects: probe, left: left - 1, isAssumed };
  if (!accepted && !isAssumed) return undefined;
  const others = suspects.filter((one) => !probe.includes(one));
  return { accepted, suspects: others, left: left - 1, isAssumed };
}
