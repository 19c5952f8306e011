import { useEffect, useState } from 'react';
import { openTrial, type TrialSearch } from '../routes/evals/trial-search.ts';
import { hashOf, searchIn } from './hash-search.ts';

/** What is shown, kept in the address after `#`, so that a link leads to it. */
export function useHashSearch(): readonly [TrialSearch, (next: TrialSearch) => void] {
  const [search, setSearch] = useState(() => searchIn(location.hash));
  useEffect(() => {
    const changed = (): void => setSearch(searchIn(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  function change(next: TrialSearch): void {
    const isStep = keyOf(next) !== keyOf(searchIn(location.hash));
    // Otherwise each typed letter would be a step in the browser's history.
    if (isStep) history.pushState(null, '', hashOf(next));
    else history.replaceState(null, '', hashOf(next));
    setSearch(next);
  }
  return [search, change];
}

function keyOf(search: TrialSearch): string {
  return JSON.stringify(openTrial(search) ?? null);
}
