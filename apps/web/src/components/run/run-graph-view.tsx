import { useMemo, useState } from 'react';
import { CallGraphView } from '../diagrams/call-graph-view.tsx';
import type { LiveTree } from './live-tree.ts';
import { createRunGraph, describeRunCalls } from './run-graph.ts';

/** The agents of a run and the calls between them, as of the time of the tree. */
export function RunGraphView({ tree }: { tree: LiveTree }) {
  const { boxes, arrows, calls } = useMemo(() => createRunGraph(tree), [tree]);
  const [chosen, choose] = useState<string>();
  return (
    <div className="h-full overflow-y-auto p-4">
      <CallGraphView
        label="Agents of this run"
        boxes={boxes}
        arrows={arrows}
        chosen={chosen}
        onChoose={choose}
      />
      <ul aria-label="Calls between agents" className="mt-2 text-sm">
        {calls.map((call) => (
          <li key={`${call.from} ${call.to}`}>
            <bdi>{call.from}</bdi> → <bdi>{call.to}</bdi>:{' '}
            <span className="text-muted">{describeRunCalls(call)}</span>
          </li>
        ))}
      </ul>
      {calls.length === 0 && (
        <p className="mt-2 text-sm text-muted">No agent had called another one.</p>
      )}
    </div>
  );
}
