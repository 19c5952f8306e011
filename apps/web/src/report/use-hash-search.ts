import { useEffect, useState } from 'react';
import { getOpenTrial, parseTrialSearch, type TrialSearch } from '../routes/evals/trial-search.ts';

export function useHashSearch(): readonly [TrialSearch, (next: TrialSearch) => void] {
  const [search, setSearch] = useState(() => parseHash(location.hash));
  useEffect(() => {
    const readHash = (): void => setSearch(parseHash(location.hash));
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  function updateHashAndSearch(next: TrialSearch): void {
    const isStep = createOpenTrialKey(next) !== createOpenTrialKey(parseHash(location.hash));
    // Only opening a trial adds an entry to the browser history; filter changes replace the entry.
    if (isStep) history.pushState(null, '', formatHash(next));
    else history.replaceState(null, '', formatHash(next));
    setSearch(next);
  }
  return [search, updateHashAndSearch];
}

function createOpenTrialKey(search: TrialSearch): string {
  return JSON.stringify(getOpenTrial(search) ?? null);
}

export function parseHash(hash: string): TrialSearch {
  const fields = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const { trial = '', ...texts } = fields;
  return parseTrialSearch({ ...texts, ...(/^\d{1,9}$/.test(trial) && { trial: Number(trial) }) });
}

export function formatHash(search: TrialSearch): string {
  const fields = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return `#${new URLSearchParams(fields).toString()}`;
}
