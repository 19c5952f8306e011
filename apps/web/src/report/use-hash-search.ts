import { useEffect, useState } from 'react';
import { getOpenTrial, type TrialSearch } from '../routes/evals/trial-search.ts';
import { formatHash, parseHash } from './hash-search.ts';

/** Stores the filters and the open trial in the URL fragment, so that a link restores them. */
export function useHashSearch(): readonly [TrialSearch, (next: TrialSearch) => void] {
  const [search, setSearch] = useState(() => parseHash(location.hash));
  useEffect(() => {
    const readHash = (): void => setSearch(parseHash(location.hash));
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  function changeSearch(next: TrialSearch): void {
    const isStep = createOpenTrialKey(next) !== createOpenTrialKey(parseHash(location.hash));
    // Only opening a trial adds a history entry; otherwise each typed letter would add one.
    if (isStep) history.pushState(null, '', formatHash(next));
    else history.replaceState(null, '', formatHash(next));
    setSearch(next);
  }
  return [search, changeSearch];
}

function createOpenTrialKey(search: TrialSearch): string {
  return JSON.stringify(getOpenTrial(search) ?? null);
}
