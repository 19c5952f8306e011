import { useMemo, useState } from 'react';
import type { TaskTree } from '@timestep-ai/timestep/view';
import { createLiveTree } from '../../components/run/live-tree.ts';
import { RunTimeline } from '../../components/run/run-timeline.tsx';

/** One of the two timelines in a comparison of runs. */
export function RunSide({ name, tree }: { name: string; tree: TaskTree }) {
  const live = useMemo(() => createLiveTree(tree), [tree]);
  const [chosen, choose] = useState<string>();
  return (
    <section aria-label={`Timeline of run ${name}`} className="min-w-0">
      <h2 className="font-semibold">Run {name}</h2>
      <div className="mt-1.5 h-112 overflow-hidden rounded-lg border border-line">
        <RunTimeline
          tree={live}
          now={live.at}
          end={live.at}
          chosen={chosen}
          onChoose={(row) => choose(row?.key)}
        />
      </div>
    </section>
  );
}
