import { useEffect, useMemo, useState } from 'react';
import { listQuietSpans } from '@timestep-ai/timestep/view';
import { advancePlaybackTime, getTreeAtTime } from './cut-tree.ts';
import type { LiveTree } from './live-tree.ts';

const FRAME_MS = 80;

/** The point in time as of which a run is shown, and the controls of the playback. */
export interface Playback {
  /** Time in milliseconds since the epoch as of which the run is shown; undefined: the newest. */
  readonly at: number | undefined;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly start: number;
  readonly end: number;
  readonly seek: (at: number | undefined) => void;
  readonly play: (isPlaying: boolean) => void;
  readonly setSpeed: (speed: number) => void;
}

/**
 * Plays back a run from its log. Returns the run as of the played time, and the playback controls. `firstMs`:
 * the time to show first, in milliseconds since the start of the run.
 */
export function usePlayback(
  tree: LiveTree | undefined,
  now: number,
  firstMs?: number,
): {
  readonly shown: LiveTree | undefined;
  readonly shownNow: number;
  readonly playback: Playback;
} {
  const [at, seek] = useState<number>();
  const [isPlaced, setPlaced] = useState(firstMs === undefined);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const start = tree?.tasks[0]?.createdAt ?? now;
  const quiet = useMemo(() => (tree ? listQuietSpans(tree.tasks, tree.at) : []), [tree]);
  const end = tree?.at ?? now;
  // A moment of the address can be shown only once the run is loaded, because it counts from its start.
  if (!isPlaced && tree && firstMs !== undefined) {
    setPlaced(true);
    seek(start + firstMs);
  }
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      seek((before = start) => Math.min(end, advancePlaybackTime(before, FRAME_MS * speed, quiet)));
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, start, end, quiet]);
  const isOver = at !== undefined && at >= end;
  useEffect(() => {
    if (isOver) setPlaying(false);
  }, [isOver]);
  const shown = useMemo(
    () => (tree && at !== undefined && !isOver ? getTreeAtTime(tree, at) : tree),
    [tree, at, isOver],
  );
  function play(wanted: boolean): void {
    if (wanted && (at === undefined || isOver)) seek(start);
    setPlaying(wanted);
  }
  return {
    shown,
    shownNow: at !== undefined && !isOver ? at : now,
    playback: { at: isOver ? undefined : at, isPlaying, speed, start, end, seek, play, setSpeed },
  };
}
