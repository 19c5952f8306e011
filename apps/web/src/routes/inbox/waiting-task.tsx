import { Link } from '@tanstack/react-router';
import type { TaskLine } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { momentText } from '../../components/time-text.ts';
import { AskedCards, isAsking } from '../tasks/asked-cards.tsx';
import { useTaskLog } from '../tasks/use-task-log.ts';

/** A task that waits, with the cards that answer it. */
export function WaitingTask({
  line,
  onRefused,
}: {
  readonly line: TaskLine;
  /** What was decided elsewhere stays to be read when the task waits no more. */
  readonly onRefused: (message: string) => void;
}) {
  const { id, agent, title, updatedAt } = line;
  const { log, isLoading, error } = useTaskLog(id);
  return (
    <article aria-label={title || id} className="rounded-md bg-surface p-3">
      <h2 className="font-semibold">
        <Link to="/tasks/$taskId" params={{ taskId: id }} className="underline">
          {title || id}
        </Link>
      </h2>
      <p className="text-sm text-muted">
        {agent}, since {momentText(updatedAt)}
      </p>
      {error && <FailureNotice message={error.message} />}
      {isLoading && <p className="text-sm text-muted">Reading what it asks…</p>}
      {!isLoading && !error && !isAsking(log.conversation) && (
        <p role="status" className="text-sm text-muted">
          Nothing is asked here now: it was answered, or a client has to run a tool.
        </p>
      )}
      <AskedCards taskId={id} view={log.conversation} onRefused={onRefused} />
    </article>
  );
}
