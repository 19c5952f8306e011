import { Link } from '@tanstack/react-router';
import { RotateCcw } from '../../icons/icons.ts';
import { useMemo } from 'react';
import { describeProgress, type TaskSummary, type ViewItem } from '@timestep-ai/timestep/view';
import { ConversationItem, UserMessage } from '../../components/conversation/conversation-item.tsx';
import { CopyButton } from '../../components/inspector/copy-button.tsx';
import { UsageLine } from '../../components/values/facts.tsx';
import { formatDuration } from '../../components/values/formats.ts';
import { PulsingDot } from '../../components/conversation/pulsing-dot.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { FollowedAgentCalls } from '../tasks/calls/agent-calls.tsx';
import { CallApps } from '../tasks/calls/call-apps.tsx';
import { PendingInputCards } from '../tasks/pending-input-cards.tsx';
import type { TaskLog } from '../tasks/task-log.ts';
import type { Branches } from './branches.ts';
import type { ShownTurn } from './merge-turns.ts';
import type { SentMessage } from './use-chat-input.ts';
import { useTurnItems } from './use-turn-items.ts';
import { useWasSeen } from './use-was-seen.ts';
import { UserTurnMessage } from './user-turn-message.tsx';

interface ChatTurnProps {
  readonly turn: ShownTurn;
  /** Whether this is the first turn. It also shows the messages from before the conversation started. */
  readonly isFirst: boolean;
  /**
   * Whether the turn is the newest. Only the newest turn opens the apps of its tool results without a click.
   */
  readonly isLast: boolean;
  /** Messages to this turn that were sent from this view. */
  readonly sent: readonly SentMessage[];
  readonly branches: Branches | undefined;
  /** Sends a text in place of the turn's message, in a new conversation. */
  readonly onRewrite: (text: string) => void;
}

export function ChatTurn({ turn, isFirst, isLast, sent, branches, onRewrite }: ChatTurnProps) {
  const { id, title, agent } = turn.line;
  const { items: all, log, isOpen, isLoading, error } = useTurnItems(turn);
  const [article, wasSeen] = useWasSeen();
  const items = useMemo(() => {
    const earlier = `${id}/history/`;
    // Pending approvals and questions are shown as cards below the conversation.
    return all.filter(
      (item) => !isWaitingForPerson(item) && (isFirst || !item.id.startsWith(earlier)),
    );
  }, [all, id, isFirst]);
  const shown = items.filter(({ kind }) => kind !== 'end');
  const unread = sent.filter(({ messageId }) => !hasReceived(all, log, messageId));
  const progress = isOpen ? describeProgress(items) : undefined;
  const asked = items.find((item) => item.kind === 'user' && item.id.startsWith(`${id}/message/`));
  // A turn without content is shown once it has some.
  if (isLoading && all.length === 0 && unread.length === 0) return null;
  return (
    <article ref={article} aria-label={title || id} className="mx-auto w-full max-w-3xl py-2">
      <h2 className="sr-only">{title || id}</h2>
      {error && <FailureNotice message={error.message} />}
      <CallApps agent={agent} opensAtOnce={isLast}>
        <FollowedAgentCalls taskId={id} items={wasSeen ? shown : []}>
          {shown.map((item) =>
            item === asked && item.kind === 'user' ? (
              <UserTurnMessage
                key={item.id}
                item={item}
                branches={branches}
                onRewrite={isOpen ? undefined : onRewrite}
              />
            ) : (
              <ConversationItem key={item.id} item={item} />
            ),
          )}
        </FollowedAgentCalls>
      </CallApps>
      {unread.map(({ messageId, text }) => (
        <UserMessage key={messageId} text={text} note="" />
      ))}
      {progress !== undefined && (
        <p className="flex items-center gap-2 px-4 py-1 text-sm text-muted">
          <PulsingDot />
          {progress}…
        </p>
      )}
      <div className="px-4">
        <PendingInputCards taskId={id} view={log.conversation} />
        <TurnFooter
          line={turn.line}
          items={items}
          onAskAgain={
            isOpen || asked?.kind !== 'user' || asked.files?.length
              ? undefined
              : () => onRewrite(asked.text)
          }
        />
      </div>
    </article>
  );
}

interface TurnFooterProps {
  readonly line: TaskSummary;
  readonly items: readonly ViewItem[];
  /** Sends the message of the turn again. Undefined while the turn runs, and for messages with files. */
  readonly onAskAgain: (() => void) | undefined;
}

/** How a turn has ended, and what can be done with it. */
function TurnFooter({ line, items, onAskAgain }: TurnFooterProps) {
  const answer = items.findLast((item) => item.kind === 'assistant');
  const end = items.find((item) => item.kind === 'end');
  return (
    <div className="flex flex-wrap items-center gap-1 text-xs text-muted">
      {end?.kind === 'end' && (
        <span>
          {end.state} after {formatDuration(end.durationMs)},{' '}
          <UsageLine {...end} called={line.called} />
        </span>
      )}
      <div className="ms-auto flex items-center gap-1 whitespace-nowrap">
        {answer?.kind === 'assistant' && (
          <CopyButton name="Copy answer" getText={() => answer.text} />
        )}
        {onAskAgain && (
          <button
            type="button"
            className="inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-text"
            onClick={onAskAgain}
          >
            <RotateCcw aria-hidden="true" size={12} /> Ask again
          </button>
        )}
        <Link
          to="/tasks/$taskId"
          params={{ taskId: line.id }}
          search={{ tab: 'timeline' }}
          className="rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-text"
        >
          Timeline of this turn
        </Link>
      </div>
    </div>
  );
}

function isWaitingForPerson(item: ViewItem): boolean {
  return (item.kind === 'approval' || item.kind === 'question') && item.state === 'waiting';
}

/** Whether a turn has read a message, which is then shown as a message or as the answer to a question. */
function hasReceived(items: readonly ViewItem[], { events }: TaskLog, messageId: string): boolean {
  return (
    items.some(({ id }) => id.endsWith(`/message/${messageId}`)) ||
    events.some((event) => 'messageId' in event && event.messageId === messageId)
  );
}
