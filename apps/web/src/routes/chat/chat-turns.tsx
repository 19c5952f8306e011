import { useEffect, useRef, useState } from 'react';
import type { TaskSummary } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ChatTurn } from './chat-turn.tsx';

/** Each turn loads its own log. */
const TURNS_PER_STEP = 10;

/** Pixels from the end within which the list follows new content. */
const NEAR_END = 80;

interface ChatTurnsProps {
  readonly turns: readonly TaskSummary[];
  readonly isLoading: boolean;
}

/** The list scrolls to new content unless the user has scrolled back. */
export function ChatTurns({ turns, isLoading }: ChatTurnsProps) {
  const [shown, setShown] = useState(TURNS_PER_STEP);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [box.current, list.current];
    if (!outer || !inner) return undefined;
    let isAtEnd = true;
    const updateIsAtEnd = (): void => {
      isAtEnd = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_END;
    };
    const grown = new ResizeObserver(() => {
      if (isAtEnd) outer.scrollTop = outer.scrollHeight;
    });
    outer.addEventListener('scroll', updateIsAtEnd, { passive: true });
    grown.observe(inner);
    return () => {
      outer.removeEventListener('scroll', updateIsAtEnd);
      grown.disconnect();
    };
  }, []);
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
