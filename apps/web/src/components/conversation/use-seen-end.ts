import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Tolerance in pixels: a text counts as scrolled to its end if at most this much is left. */
const TOLERANCE = 4;

/** Whether the user has seen the end of a scrollable text. Starts again when the text changes. */
export function useSeenEnd<Element extends HTMLElement>(
  text: string,
): {
  readonly hasSeenEnd: boolean;
  readonly box: RefObject<Element | null>;
  readonly look: () => void;
} {
  const box = useRef<Element>(null);
  const [seen, setSeen] = useState<string>();
  const look = (): void => {
    const field = box.current?.querySelector('textarea') ?? box.current;
    if (!field) return;
    const { scrollTop, clientHeight, scrollHeight } = field;
    if (scrollTop + clientHeight >= scrollHeight - TOLERANCE) setSeen(text);
  };
  // The check runs after each render, because a new text or a new size may show the end.
  useLayoutEffect(look);
  return { hasSeenEnd: seen === text, box, look };
}
