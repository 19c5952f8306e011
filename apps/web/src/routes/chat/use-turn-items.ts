import { useMemo, useState } from 'react';
import { listViewItems, type ViewItem } from '@timestep-ai/timestep/view';
import { OPEN_STATES } from '../tasks/task-search.ts';
import { useTaskLog } from '../tasks/use-task-log.ts';
import type { ShownTurn } from './merge-turns.ts';

/**
 * Returns what a turn shows: what was loaded with the conversation, and the newer state of its log while it
 * runs, if it has changed since, or if it was not loaded.
 */
export function useTurnItems({ line, loaded }: ShownTurn) {
  const isOpen = OPEN_STATES.includes(line.state);
  const isOutdated = !loaded?.items || loaded.generation < line.generation;
  const [follows, setFollows] = useState(false);
  if ((isOpen || isOutdated) && !follows) setFollows(true);
  const { log, isLoading, error } = useTaskLog(follows ? line.id : undefined);
  const isLogNewer = log.generation > 0 && log.generation >= (loaded?.generation ?? 0);
  const items = useMemo((): readonly ViewItem[] => {
    return isLogNewer || !loaded?.items ? listViewItems(log.conversation) : loaded.items;
  }, [isLogNewer, loaded, log.conversation]);
  return { items, log, isOpen, isLoading: follows && isLoading, error };
}
