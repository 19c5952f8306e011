import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { getOpenTrial, type TrialSearch } from './trial-search.ts';

/**
 * Returns a function that changes the URL parameters of a run. A trial that is opened gets an entry in the
 * history, so that Back closes it; another trial and other filters replace the entry.
 */
export function useTrialNavigation(search: TrialSearch): (next: TrialSearch) => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const goTo = (next: TrialSearch, replace: boolean): void => {
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  };
  const openedFrom = useRef<TrialSearch>(undefined);
  return (next) => {
    const [wasOpen, isOpen] = [search, next].map((one) => getOpenTrial(one) !== undefined);
    const before = openedFrom.current;
    if (!wasOpen && isOpen) {
      openedFrom.current = search;
      return goTo(next, false);
    }
    // Closing a trial goes back, so that the next Back leaves the run.
    if (wasOpen && !isOpen && before && JSON.stringify(before) === JSON.stringify(next)) {
      openedFrom.current = undefined;
      return history.back();
    }
    goTo(next, true);
  };
}
