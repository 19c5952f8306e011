import { useState } from 'react';
import type { ConversationSummary, TaskSummary } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { UserMessage } from '../../components/conversation/conversation-item.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { findBranches, getBranchPoint, type BranchPoint } from './branches.ts';
import { ChatTurn } from './chat-turn.tsx';
import type { SentMessage } from './use-chat-input.ts';
import { useBranchableChats } from './use-chats.ts';
import { useScrollToEnd } from './use-scroll-to-end.ts';

/** Number of turns to show at once, because each turn loads its own log. */
const TURNS_PER_STEP = 10;

interface ChatTurnsProps {
  readonly chat: ConversationSummary | undefined;
  readonly turns: readonly TaskSummary[];
  readonly isLoading: boolean;
  /** Messages that were sent from this view. Each is shown here until its turn shows it. */
  readonly sent: readonly SentMessage[];
  /** Sends a text in place of a message, in a conversation that branches off before it. */
  readonly onRewrite: (text: string, from: BranchPoint) => void;
}

export function ChatTurns({ chat, turns, isLoading, sent, onRewrite }: ChatTurnsProps) {
  const [shown, setShown] = useState(TURNS_PER_STEP);
  const [box, list] = useScrollToEnd();
  const chats = useBranchableChats(chat);
  const unplaced = sent.filter(({ taskId }) => !turns.some(({ id }) => id === taskId));
  const hidden = Math.max(0, turns.length - shown);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Turns"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <div ref={list} className="pb-4">
        {hidden > 0 && (
          <div className="p-3 text-center">
            <Button onClick={() => setShown(shown + TURNS_PER_STEP)}>
              Show earlier turns ({hidden})
            </Button>
          </div>
        )}
        {!isLoading && turns.length === 0 && sent.length === 0 && (
          <EmptyState title="Send a message">
            Text that begins with / is a command. /help lists the commands.
          </EmptyState>
        )}
        {turns.slice(hidden).map((line, index) => {
          const before = turns[hidden + index - 1]?.id;
          return (
            <ChatTurn
              key={line.id}
              line={line}
              isFirst={hidden === 0 && index === 0}
              isLast={hidden + index === turns.length - 1}
              sent={sent.filter(({ taskId }) => taskId === line.id)}
              branches={chat && chats && findBranches(chats, chat, before)}
              onRewrite={(text) => chat && onRewrite(text, getBranchPoint(chat, before))}
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
