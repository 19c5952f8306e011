import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { itemsOf, type TaskLine, type ViewItem } from '@timestep-ai/timestep/view';
import { ConversationItem } from '../../components/conversation-item.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { AskedCards } from '../tasks/asked-cards.tsx';
import { useTaskLog } from '../tasks/use-task-log.ts';

/** One turn: what was said and done, and what it waits for. */
export function ChatTurn({
  line,
  isFirst,
}: {
  readonly line: TaskLine;
  /** Whether what it began with is shown, because no turn above it has that. */
  readonly isFirst: boolean;
}) {
  const { id, title } = line;
  const { log, error } = useTaskLog(id);
  const items = useMemo(() => {
    const all = itemsOf(log.conversation);
    const earlier = `${id}/history/`;
    // What waits is shown by the card that answers it.
    return all.filter((item) => !isWaiting(item) && (isFirst || !item.id.startsWith(earlier)));
  }, [log.conversation, id, isFirst]);
  return (
    <article aria-label={title || id} className="border-b border-line py-2">
      <h2 className="sr-only">{title || id}</h2>
      {error && <FailureNotice message={error.message} />}
      {items.map((item) => (
        <ConversationItem key={item.id} item={item} />
      ))}
      <div className="px-4">
        <AskedCards taskId={id} view={log.conversation} />
        <Link
          to="/tasks/$taskId"
          params={{ taskId: id }}
          search={{ tab: 'timeline' }}
          className="text-xs text-muted underline"
        >
          Timeline of this turn
        </Link>
      </div>
    </article>
  );
}

function isWaiting(item: ViewItem): boolean {
  return (item.kind === 'approval' || item.kind === 'question') && item.state === 'waiting';
}
