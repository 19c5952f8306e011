import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listViewItems, type TaskSummary, type ViewItem } from '@timestep-ai/timestep/view';
import { ConversationItem } from '../../components/conversation/conversation-item.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { PendingInputCards } from '../tasks/pending-input-cards.tsx';
import { useTaskLog } from '../tasks/use-task-log.ts';

interface ChatTurnProps {
  readonly line: TaskSummary;
  /** Whether the turn is the first, which alone shows the messages that preceded it. */
  readonly isFirst: boolean;
}

export function ChatTurn({ line, isFirst }: ChatTurnProps) {
  const { id, title } = line;
  const { log, error } = useTaskLog(id);
  const items = useMemo(() => {
    const all = listViewItems(log.conversation);
    const earlier = `${id}/history/`;
    // Pending approvals and questions are shown as cards below the conversation.
    return all.filter((item) => !isPendingInput(item) && (isFirst || !item.id.startsWith(earlier)));
  }, [log.conversation, id, isFirst]);
  return (
    <article aria-label={title || id} className="border-b border-line py-2">
      <h2 className="sr-only">{title || id}</h2>
      {error && <FailureNotice message={error.message} />}
      {items.map((item) => (
        <ConversationItem key={item.id} item={item} />
      ))}
      <div className="px-4">
        <PendingInputCards taskId={id} view={log.conversation} />
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

function isPendingInput(item: ViewItem): boolean {
  return (item.kind === 'approval' || item.kind === 'question') && item.state === 'waiting';
}
