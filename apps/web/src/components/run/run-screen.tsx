import { useMemo, type ReactNode } from 'react';
import { sumTree, listRunRows, type RunRow } from '@timestep-ai/timestep/view';
import { formatMoment } from '../values/formats.ts';
import type { LiveTree } from './live-tree.ts';
import { PlayBar } from './play-bar.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunTimeline } from './run-timeline.tsx';
import type { Playback } from './use-playback.ts';

/** Header of a run: its figures at the displayed time, and the playback controls. */
export function RunHead({
  tree,
  now,
  playback,
}: {
  readonly tree: LiveTree;
  readonly now: number;
  readonly playback: Playback;
}) {
  const totals = useMemo(() => sumTree(tree.tasks, now), [tree, now]);
  return (
    <div className="flex flex-wrap items-center gap-x-6 pe-4">
      <RunFigures totals={totals} startedAt={formatMoment(playback.start, Date.now())} />
      <div className="ms-auto pb-2 ps-4 sm:pt-2">
        <PlayBar playback={playback} />
      </div>
    </div>
  );
}

interface RunViewProps {
  readonly tree: LiveTree;
  readonly now: number;
  readonly playback: Playback;
  /** Key of the timeline row that the user has selected. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
  readonly children: (shown: RunRow) => ReactNode;
}

/** The timeline of a run, next to the inspector of the selected row. */
export function RunView({ tree, now, playback, chosen, onChoose, children }: RunViewProps) {
  const shown = findRowByKey(tree, chosen);
  return (
    <div className="relative flex h-full min-h-0">
      <div className="min-w-0 flex-1">
        <RunTimeline
          tree={tree}
          now={now}
          end={playback.at === undefined ? now : playback.end}
          isPast={playback.at !== undefined}
          chosen={chosen}
          onChoose={(row) => onChoose(row?.key)}
        />
      </div>
      {shown && children(shown)}
    </div>
  );
}

/** Finds a timeline row by its key, even if the row of its task is collapsed. */
function findRowByKey(tree: LiveTree, key: string | undefined): RunRow | undefined {
  if (key === undefined) return undefined;
  const deep = tree.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id);
  return listRunRows(tree, new Set(deep)).find((row) => row.key === key);
}
