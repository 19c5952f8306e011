import { trialSearch, type TrialSearch } from '../routes/evals/trial-search.ts';

/** Reads what is shown from the part of an address after `#`, which holds all of it. */
export function searchIn(hash: string): TrialSearch {
  const fields = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const { trial = '', ...texts } = fields;
  return trialSearch({ ...texts, ...(/^\d{1,9}$/.test(trial) && { trial: Number(trial) }) });
}

/** The part of an address after `#`, with it; `#` alone where everything is shown. */
export function hashOf(search: TrialSearch): string {
  const fields = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return `#${new URLSearchParams(fields).toString()}`;
}
