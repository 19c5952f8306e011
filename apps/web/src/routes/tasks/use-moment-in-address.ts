import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Playback } from '../../components/run/use-playback.ts';

const route = getRouteApi('/tasks/$taskId');

/** Milliseconds that a moment must stay before the address names it, because a slider passes many. */
const SETTLE_MS = 300;

/**
 * Writes the played moment of a run into the address once playback stands still, so that the moment can be
 * linked. `playback` is undefined until the run is loaded.
 */
export function useMomentInAddress(playback: Playback | undefined): void {
  const navigate = route.useNavigate();
  const { at: inAddress } = route.useSearch();
  const { at, start = 0, isPlaying = false } = playback ?? {};
  const wanted = at === undefined ? undefined : Math.max(0, Math.round(at - start));
  const isLoaded = playback !== undefined;
  useEffect(() => {
    if (!isLoaded || isPlaying || wanted === inAddress) return undefined;
    const timer = setTimeout(() => {
      void navigate({
        search: ({ at: _at, ...others }) => {
          return wanted === undefined ? others : { ...others, at: wanted };
        },
        replace: true,
      });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, isPlaying, wanted, inAddress, navigate]);
}
