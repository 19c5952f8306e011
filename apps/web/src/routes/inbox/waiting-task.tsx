import { Link } from '@tanstack/react-router';
import { getActivity, type WaitingTaskSummary } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { formatAge, formatTimestamp } from '../../components/values/formats.ts';
import { useCurrentTimeMs } from '../../components/values/use-minute.ts';
import { PendingInputCards } from '../tasks/pending-input-cards.tsx';
import { useTaskLog } from '../tasks/use-task-log.ts';
import { QuestionChains } from './question-chains.tsx';

interface WaitingTaskProps {
  readonly line: WaitingTaskSummary;
  readonly onRefused: (message: string) => void;
}

function describeWait(ms: number): string {
  return ms < 60_000 ? 'waiting for less than a minute' : `waiting for ${formatAge(ms)}`;
}

export function WaitingTask({ line, onRefused }: WaitingTaskProps) {
  const { id, agent, title, updatedAt, chains } = line;
  const { log, isLoading, error } = useTaskLog(id);
  const now = useCurrentTimeMs();
  return (
    <article aria-label={title || id} tabIndex={-1} className="min-w-0 scroll-m-4 rounded-lg">
      <h2 className="font-semibold">
        <Link to="/tasks/$taskId" params={{ taskId: id }} className="hover:underline">
          {title || id}
        </Link>
      </h2>
      <p className="text-sm text-muted">
        {agent}, <span title={formatTimestamp(updatedAt)}>{describeWait(now - updatedAt)}</span>
      </p>
      {chains && <QuestionChains chains={chains} />}
      {error && <FailureNotice message={error.message} />}
      {isLoading && <p className="text-sm text-muted">Loading the request…</p>}
      {!isLoading && !error && getActivity(log.conversation) !== 'waiting' && (
        <p role="status" className="text-sm text-muted">
          No input is needed here: the request was answered, or a client must run a tool.
        </p>
      )}
      <PendingInputCards taskId={id} view={log.conversation} onRefused={onRefused} />
    </article>
  );
}
