import { useEffect, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { formatDuration } from '../values/formats.ts';
import type { LiveTree } from './live-tree.ts';
import { RunRowView } from './run-row-view.tsx';
import { listRunRows, type RunRow } from '@timestep-ai/timestep/view';
import type { TimeScale } from './time-scale.ts';
import { useKeyDown } from '../../shell/use-key-down.ts';
import { TimelineTools } from './timeline-tools.tsx';
import { useTimeAxis } from './use-time-axis.ts';

interface RunTimelineProps {
  readonly tree: LiveTree;
  /** Time up to which running work is drawn, in milliseconds since the epoch. */
  readonly now: number;
  /** End of the axis, in milliseconds since the epoch. */
  readonly end: number;
  /** Whether playback shows the run as it was at `now`, which a vertical line marks. */
  readonly isPast?: boolean;
  /** Key of the timeline row that the user has selected. */
  readonly chosen: string | undefined;
  readonly onChoose: (row: RunRow | undefined) => void;
}

/**
 * The timeline of a run. Keys: j and k select a row, + and - zoom, f shows everything, h and l
 * scroll.
 */
export function RunTimeline(props: RunTimelineProps) {
  const { tree, now, end, isPast = false, chosen, onChoose } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<VListHandle>(null);
  const rows = useMemo(() => listRunRows(tree, toggled), [tree, toggled]);
  const axis = useTimeAxis(tree, end);
  const { scale } = axis;
  const at = rows.findIndex(({ key }) => key === chosen);
  useEffect(() => {
    if (at >= 0) list.current?.scrollToIndex(at, { align: 'nearest' });
  }, [at, chosen]);
  function toggleTask(id: string): void {
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }
  useKeyDown(({ key }, isPlain) => {
    if (!isPlain) return;
    const next = key === 'j' ? at + 1 : key === 'k' ? Math.max(0, at - 1) : undefined;
    if (next !== undefined && rows[next]) onChoose(rows[next]);
    else if (key === 'Escape') onChoose(undefined);
    else axis.pressKey(key);
  });
  return (
    <div className="flex h-full flex-col [--names:clamp(19rem,45%,36rem)]">
      <div className="grid shrink-0 items-end border-b border-line text-xs text-muted sm:grid-cols-[var(--names)_1fr]">
        <TimelineTools
          isFolded={axis.isFolded}
          hasFolds={axis.hasFolds}
          onFold={axis.toggleFolds}
          onZoom={axis.pressKey}
        />
        <Axis scale={scale} />
      </div>
      <div
        className="relative min-h-0 flex-1"
        onWheel={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          const box = event.currentTarget.getBoundingClientRect();
          const place = Math.max(0, (event.clientX - box.left) / box.width - 0.4) / 0.6;
          axis.zoomAt(place, event.deltaY < 0);
        }}
      >
        <Grid scale={scale} playhead={isPast ? now : undefined} />
        <VList
          ref={list}
          data={rows}
          className="h-full"
          role="list"
          aria-label="Timeline"
          tabIndex={0}
        >
          {(shown) => (
            <RunRowView
              key={shown.key}
              shown={shown}
              scale={scale}
              now={now}
              isChosen={shown.key === chosen}
              onChoose={onChoose}
              onToggle={toggleTask}
            />
          )}
        </VList>
      </div>
      {tree.isCut && (
        <p className="border-t border-line px-4 py-1 text-xs text-muted">
          More agents were asked than this timeline shows. Open a row to see what is below it.
        </p>
      )}
    </div>
  );
}

function Axis({ scale }: { scale: TimeScale }) {
  return (
    <div aria-hidden="true" className="relative h-7 overflow-hidden max-sm:hidden">
      {scale.ticks.map(({ place, ms }) => (
        <span
          key={ms}
          className="absolute bottom-1 ps-1 whitespace-nowrap tabular-nums"
          style={{ left: `${place * 100}%` }}
        >
          {formatDuration(ms)}
        </span>
      ))}
    </div>
  );
}

/** The background of the timeline: grid lines at the ticks, and marks where long waits are shortened. */
function Grid({ scale, playhead }: { scale: TimeScale; playhead: number | undefined }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-0 start-[var(--names)] overflow-hidden max-sm:hidden"
    >
      {playhead !== undefined && (
        <span
          className="absolute inset-y-0 w-0.5 bg-accent"
          style={{ left: `${scale.toPlace(playhead) * 100}%` }}
        />
      )}
      {scale.folds.map(({ at, width }) => (
        <span
          key={at}
          className="hatched absolute inset-y-0"
          style={{ left: `${at * 100}%`, width: `${width * 100}%` }}
        />
      ))}
      {scale.ticks.map(({ place, ms }) => (
        <span
          key={ms}
          className="absolute inset-y-0 w-px bg-line"
          style={{ left: `${place * 100}%` }}
        />
      ))}
    </div>
  );
}
