import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCost, type TaskOverview } from '@timestep-ai/timestep/view';

/**
 * Figures of running, waiting and failed tasks, and today's cost. Each figure links to its tasks.
 */
export function TasksOverviewStrip({ overview }: { overview: TaskOverview }) {
  const { running, waiting, failed, costUsd, isPartial } = overview;
  const more = isPartial ? '+' : '';
  const box = 'block rounded-md px-3 py-1.5 hover:bg-hover';
  return (
    <ul className="-mx-3 flex flex-wrap gap-x-2 max-sm:grid max-sm:grid-cols-4 max-sm:gap-x-0">
      <li>
        <Link to="/tasks" search={{ state: 'working' }} className={box}>
          <Figure
            name="Running"
            value={String(running)}
            color="text-accent"
            isQuiet={running === 0}
          />
        </Link>
      </li>
      <li>
        <Link to="/inbox" className={box}>
          <Figure
            name="Waiting for you"
            value={String(waiting)}
            color="text-person"
            isQuiet={waiting === 0}
          />
        </Link>
      </li>
      <li>
        <Link to="/tasks" search={{ state: 'failed', days: '1' }} className={box}>
          <Figure
            name="Failed today"
            value={`${failed}${more}`}
            color="text-bad"
            isQuiet={failed === 0}
          />
        </Link>
      </li>
      <li>
        <Link to="/tasks" search={{ days: '1', sort: 'cost', asked: 'too' }} className={box}>
          <Figure
            name="Spent today"
            value={costUsd === null ? 'unknown' : `${formatCost(costUsd)}${more}`}
            color="text-text"
            isQuiet={costUsd === 0}
          />
        </Link>
      </li>
    </ul>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly color: string;
  /** Whether the figure is 0, so that it is drawn without emphasis. */
  readonly isQuiet: boolean;
}

function Figure({ name, value, color, isQuiet }: FigureProps) {
  return (
    <>
      <span className="block text-2xs text-muted">{name}</span>
      <span
        className={`block text-xl leading-5 font-semibold tabular-nums ${isQuiet ? 'text-muted' : color}`}
      >
        {value}
      </span>
    </>
  );
}
