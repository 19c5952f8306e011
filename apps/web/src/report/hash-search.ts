import { parseTrialSearch, type TrialSearch } from '../routes/evals/trial-search.ts';

/** Parses the URL fragment, which holds all filters and the open trial. */
export function parseHash(hash: string): TrialSearch {
  const fields = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const { trial = '', ...texts } = fields;
  return parseTrialSearch({ ...texts, ...(/^\d{1,9}$/.test(trial) && { trial: Number(trial) }) });
}

/** Formats filters and the open trial as a URL fragment. `#` alone if there are none. */
export function formatHash(search: TrialSearch): string {
  const fields = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return `#${new URLSearchParams(fields).toString()}`;
}
