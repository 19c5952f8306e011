import { useMemo, useState } from 'react';
import { listQuietSpans } from '@timestep-ai/timestep/view';
import type { LiveTree } from './live-tree.ts';
import { createTimeScale, panBy, WHOLE, zoomBy, type Zoom } from './time-scale.ts';

const ZOOM_STEP = 0.6;
const PAN_STEP = 0.3;

/** Keyboard shortcuts that change the visible part of the time axis. */
const KEYS: Readonly<Record<string, (zoom: Zoom) => Zoom>> = {
  '+': (zoom) => zoomBy(zoom, ZOOM_STEP),
  '=': (zoom) => zoomBy(zoom, ZOOM_STEP),
  '-': (zoom) => zoomBy(zoom, 1 / ZOOM_STEP),
  f: () => WHOLE,
  h: (zoom) => panBy(zoom, -PAN_STEP),
  l: (zoom) => panBy(zoom, PAN_STEP),
};

/** The time axis of a run up to `end`: its visible part, and whether waits are drawn shorter. */
export function useTimeAxis(tree: LiveTree, end: number) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const [isFolded, setFolded] = useState(true);
  const start = tree.tasks[0]?.createdAt ?? end;
  const scale = useMemo(() => {
    const quiet = isFolded ? listQuietSpans(tree.tasks, end) : [];
    return createTimeScale({ from: start, to: end }, quiet, zoom);
  }, [tree, end, start, isFolded, zoom]);
  return {
    scale,
    isFolded,
    hasFolds: scale.folds.length > 0 || !isFolded,
    toggleFolds: () => setFolded(!isFolded),
    pressKey: (key: string) => setZoom((before) => KEYS[key]?.(before) ?? before),
    /** Zooms in or out around a position in the visible part. */
    zoomAt: (place: number, isIn: boolean) =>
      setZoom((before) => zoomBy(before, isIn ? ZOOM_STEP : 1 / ZOOM_STEP, place)),
  };
}
