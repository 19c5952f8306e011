import { Link } from '@tanstack/react-router';
import { RotateCcw } from '../../icons/icons.ts';
import { useMemo } from 'react';
import {
  describeProgress,
  listViewItems,
  type TaskSummary,
  type ViewItem,
} from '@timestep-ai/timestep/view';
import { ConversationItem, UserMessage } from '../../components/conversation/conversation-item.tsx';
import { CopyButton } from '../../components/inspector/copy-button.tsx';
import { UsageLine } from '../../components/values/facts.tsx';
import { formatDuration } from '../../components/values/formats.ts';
import { PulsingDot } from '../../components/conversation/pulsing-dot.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { FollowedAgentCalls } from '../tasks/calls/agent-calls.tsx';
import { CallApps } from '../tasks/calls/call-apps.tsx';
import { PendingInputCards } from '../tasks/pending-input-cards.tsx';
import { OPEN_STATES } from '../tasks/task-search.ts';
import type { TaskLog } from '../tasks/task-log.ts';
import { useTaskLog } from '../tasks/use-task-log.ts';
import type { Branches } from './branches.ts';
import type { SentMessage } from './use-chat-input.ts';
import { UserTurnMessage } from './user-turn-message.tsx';

interface ChatTurnProps {
  readonly line: TaskSummary;
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

export function ChatTurn({ line, isFirst, isLast, sent, branches, onRewrite }: ChatTurnProps) {
  const { id, title } = line;
  const { log, error } = useTaskLog(id);
  const items = useMemo(() => {
    const all = listViewItems(log.conversation);
    const earlier = `${id}/history/`;
    // Pending approvals and questions are shown as cards below the conversation.
    return all.filter(
      (item) => !isWaitingForPerson(item) && (isFirst || !item.id.startsWith(earlier)),
    );
  }, [log.conversation, id, isFirst]);
  const shown = items.filter(({ kind }) => kind !== 'end');
  const isOpen = OPEN_STATES.includes(line.state);
  const progress = isOpen ? describeProgress(items) : undefined;
  const asked = items.find((item) => item.kind === 'user' && item.id.startsWith(`${id}/message/`));
  return (
    <article aria-label={title || id} className="mx-auto w-full max-w-3xl py-2">
      <h2 className="sr-only">{title || id}</h2>
      {error && <FailureNotice message={error.message} />}
      <CallApps agent={line.agent} opensAtOnce={isLast}>
        <FollowedAgentCalls taskId={id} items={shown}>
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
      {sent
        .filter(({ messageId }) => !hasReceived(log, messageId))
        .map(({ messageId, text }) => (
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
          taskId={id}
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
  readonly taskId: string;
  readonly items: readonly ViewItem[];
  /** Sends the message of the turn again. Undefined while the turn runs, and for messages with files. */
  readonly onAskAgain: (() => void) | undefined;
}

/** How a turn has ended, and what can be done with it. */
function TurnFooter({ taskId, items, onAskAgain }: TurnFooterProps) {
  const answer = items.findLast((item) => item.kind === 'assistant');
  const end = items.find((item) => item.kind === 'end');
  return (
    <div className="flex flex-wrap items-center gap-1 text-xs text-muted">
      {end?.kind === 'end' && (
        <span>
          {end.state} after {formatDuration(end.durationMs)}, <UsageLine {...end} />
        </span>
      )}
      <div className="ms-auto flex items-center gap-1 whitespace-nowrap">
        {answer?.kind === 'assistant' && (
          <CopyButton name="Copy answer" getText={() => answer.text} />
        )}
        {onAskAgain && (
          <button
            type="button"
            className="inline-flex items-center gap-1 rounded px-1.5 py-0.5 hover:bg-hover hover:text-text"
            onClick={onAskAgain}
          >
            <RotateCcw aria-hidden="true" size={12} /> Ask again
          </button>
        )}
        <Link
          to="/tasks/$taskId"
          params={{ taskId }}
          search={{ tab: 'timeline' }}
          className="rounded px-1.5 py-0.5 hover:bg-hover hover:text-text"
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

/** Whether the log contains a message, which is then shown as a message or as the answer to a question. */
function hasReceived({ events }: TaskLog, messageId: string): boolean {
  return events.some((event) => 'messageId' in event && event.messageId === messageId);
}
