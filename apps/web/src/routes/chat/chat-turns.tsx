import { useState } from 'react';
import type { TaskSummary } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ChatTurn } from './chat-turn.tsx';
import { useScrollToEnd } from './use-scroll-to-end.ts';

/** Number of turns to show at once, because each turn loads its own log. */
const TURNS_PER_STEP = 10;

interface ChatTurnsProps {
  readonly turns: readonly TaskSummary[];
  readonly isLoading: boolean;
}

export function ChatTurns({ turns, isLoading }: ChatTurnsProps) {
  const [shown, setShown] = useState(TURNS_PER_STEP);
  const [box, list] = useScrollToEnd();
  const hidden = Math.max(0, turns.length - shown);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Turns"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <div ref={list}>
        {hidden > 0 && (
          <div className="p-3 text-center">
            <Button onClick={() => setShown(shown + TURNS_PER_STEP)}>
              Show earlier turns ({hidden})
            </Button>
          </div>
        )}
        {!isLoading && turns.length === 0 && (
          <EmptyState title="Send a message">
            Text that begins with / is a command. /help lists the commands.
          </EmptyState>
        )}
        {turns.slice(hidden).map((line, index) => (
          <ChatTurn key={line.id} line={line} isFirst={hidden === 0 && index === 0} />
        ))}
      </div>
    </div>
  );
}
