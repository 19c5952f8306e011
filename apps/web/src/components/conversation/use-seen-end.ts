import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Tolerance in pixels: a text counts as scrolled to its end if at most this much is left. */
const TOLERANCE = 4;

/** What a user has not seen of a scrollable text: parts that are folded, or the end. */
export type Unseen = 'folded' | 'end';

/** Whether the user has seen a scrollable text to its end, with nothing folded. Starts again when the text changes. */
export function useSeenEnd<Element extends HTMLElement>(
  text: string,
): {
  readonly unseen: Unseen | undefined;
  readonly box: RefObject<Element | null>;
  readonly look: () => void;
} {
  const box = useRef<Element>(null);
  const [seen, setSeen] = useState<string>();
  const [isFolded, setFolded] = useState(false);
  const look = useCallback((): void => {
    const list = box.current;
    if (!list) return;
    const hasFolded = list.querySelector('[data-folded]') !== null;
    setFolded(hasFolded);
    if (hasFolded) return;
    if ([list, ...list.querySelectorAll('textarea')].every(isAtEnd)) setSeen(text);
  }, [text]);
  // The scroll position is checked after each render, because a new text or size may make the end visible.
  useLayoutEffect(look);
  if (seen === text) return { unseen: undefined, box, look };
  return { unseen: isFolded ? 'folded' : 'end', box, look };
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - TOLERANCE;
}
