import { listRunRows, type RunRow } from '@timestep-ai/timestep/view';
import { useMemo } from 'react';
import type { LiveTree } from './live-tree.ts';

interface AskedThenProps {
  /** The run as it was at the played time. */
  readonly tree: LiveTree;
  readonly onChoose: (key: string) => void;
}

/** What the inbox contained of a run at the played time: approvals and questions that waited for a person. */
export function AskedThen({ tree, onChoose }: AskedThenProps) {
  const waiting = useMemo(() => listWaitingRows(tree), [tree]);
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Asked at this moment" className="flex flex-wrap gap-2 px-4 pb-2">
      {waiting.map(({ key, agent, row }) => (
        <li key={key}>
          <button
            type="button"
            className="rounded-full border border-person px-2.5 py-0.5 text-xs text-person hover:bg-hover"
            onClick={() => onChoose(key)}
          >
            {row.kind === 'approval' ? `${agent} asks to call ${row.label}` : `${agent} asks`}
          </button>
        </li>
      ))}
    </ul>
  );
}

function listWaitingRows(tree: LiveTree): readonly RunRow[] {
  const deep = tree.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id);
  return listRunRows(tree, new Set(deep)).filter(
    ({ row: { kind, state } }) =>
      state === 'running' && (kind === 'approval' || kind === 'question'),
  );
}
