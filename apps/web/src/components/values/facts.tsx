import type { ReactNode } from 'react';
import {
  counted,
  describeCachedTokens,
  formatCost,
  type TaskSummary,
} from '@timestep-ai/timestep/view';

interface FactListProps {
  readonly facts: readonly { readonly name: string; readonly text: ReactNode }[];
  readonly className?: string;
}

/** A list of facts, each a name with a text. Facts whose text is undefined are not shown. */
export function FactList({ facts, className = '' }: FactListProps) {
  return (
    <dl className={`grid grid-cols-[max-content_1fr] gap-x-4 text-sm ${className}`}>
      {facts.map(
        ({ name, text }) =>
          text !== undefined && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ name, value, note = '' }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
          {note !== '' && <dd className="text-xs text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Tokens and cost of a task, with those of the agents that it has called. */
export function UsageLine({
  usage,
  costUsd,
  called,
}: Pick<TaskSummary, 'usage' | 'costUsd'> & {
  readonly called?: TaskSummary['called'] | undefined;
}) {
  const cost = costUsd === null ? null : costUsd + (called?.costUsd ?? 0);
  return (
    <span className="text-muted">
      {counted(usage.total_tokens + (called?.tokens ?? 0), 'token')}
      {describeCachedTokens(usage)}, {formatCost(cost)}
      {called && ' with called agents'}
    </span>
  );
}
