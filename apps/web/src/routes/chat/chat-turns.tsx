import { useEffect, useRef, useState } from 'react';
import type { TaskLine } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ChatTurn } from './chat-turn.tsx';

/** Turns that are shown at first, and with each further look back; each reads a log. */
const AT_ONCE = 10;

/** How near to its end a list must be to stay there while it grows, in pixels. */
const NEAR_END = 80;

/** The newest turns, which stay in view while they grow unless the person has scrolled back. */
export function ChatTurns({
  turns,
  isLoading,
}: {
  readonly turns: readonly TaskLine[];
  readonly isLoading: boolean;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [box.current, list.current];
    if (!outer || !inner) return undefined;
    let isAtEnd = true;
    const noted = (): void => {
      isAtEnd = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_END;
    };
    const grown = new ResizeObserver(() => {
      if (isAtEnd) outer.scrollTop = outer.scrollHeight;
    });
    outer.addEventListener('scroll', noted, { passive: true });
    grown.observe(inner);
    return () => {
      outer.removeEventListener('scroll', noted);
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
            <Button onClick={() => setShown(shown + AT_ONCE)}>Show earlier turns ({hidden})</Button>
          </div>
        )}
        {!isLoading && turns.length === 0 && (
          <EmptyState title="Say something">
            A line that begins with / is a command: /help lists them.
          </EmptyState>
        )}
        {turns.slice(hidden).map((line, index) => (
          <ChatTurn key={line.id} line={line} isFirst={hidden === 0 && index === 0} />
        ))}
      </div>
    </div>
  );
}
