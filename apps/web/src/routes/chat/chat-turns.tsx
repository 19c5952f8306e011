import type { ConversationSummary } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { UserMessage } from '../../components/conversation/conversation-item.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { findBranches, getBranchPoint, type BranchPoint } from './branches.ts';
import { ChatTurn } from './chat-turn.tsx';
import type { ShownTurn } from './merge-turns.ts';
import type { SentMessage } from './use-chat-input.ts';
import { useBranchableChats } from './use-chats.ts';
import { useScrollToEnd } from './use-scroll-to-end.ts';

interface ChatTurnsProps {
  readonly chat: ConversationSummary | undefined;
  readonly turns: readonly ShownTurn[];
  /** Id of the turn before the first; undefined if none is older. */
  readonly before: string | undefined;
  /** Loads older turns; undefined if all are loaded. */
  readonly readEarlier: (() => void) | undefined;
  readonly isLoading: boolean;
  /** Messages that were sent from this view. Each is shown here until its turn shows it. */
  readonly sent: readonly SentMessage[];
  /** Sends a text in place of a message, in a conversation that branches off before it. */
  readonly onRewrite: (text: string, from: BranchPoint) => void;
}

export function ChatTurns(props: ChatTurnsProps) {
  const { chat, turns, before, readEarlier, isLoading, sent, onRewrite } = props;
  const [box, list] = useScrollToEnd();
  const chats = useBranchableChats(chat);
  const unplaced = sent.filter(({ taskId }) => !turns.some(({ line }) => line.id === taskId));
  return (
    <div
      ref={box}
      role="log"
      aria-label="Turns"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <div ref={list} className="pb-4">
        {readEarlier && (
          <div className="p-3 text-center">
            <Button onClick={readEarlier}>Show earlier turns</Button>
          </div>
        )}
        {isLoading && sent.length === 0 && (
          <p className="p-4 text-center text-sm text-muted">Loading the conversation…</p>
        )}
        {!isLoading && turns.length === 0 && sent.length === 0 && (
          <EmptyState title="Send a message">
            Text that begins with / is a command. /help lists the commands.
          </EmptyState>
        )}
        {turns.map((turn, index) => {
          const { id } = turn.line;
          const previous = turns[index - 1]?.line.id ?? before;
          return (
            <ChatTurn
              key={id}
              turn={turn}
              isFirst={previous === undefined}
              isLast={index === turns.length - 1}
              sent={sent.filter(({ taskId }) => taskId === id)}
              branches={chat && chats && findBranches(chats, chat, previous)}
              onRewrite={(text) => chat && onRewrite(text, getBranchPoint(chat, previous))}
            />
          );
        })}
        {unplaced.length > 0 && (
          <div className="mx-auto w-full max-w-3xl">
            {unplaced.map(({ messageId, text, taskId }) => (
              <UserMessage key={messageId} text={text} note={taskId ? '' : 'sending'} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
