import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Pixels by which a text may be scrolled less than to its end. */
const TOLERANCE = 4;

/** Whether the end of a scrollable text has been on the screen. Begins again with another text. */
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
  // Each change of the text or its box may bring the end on the screen.
  useLayoutEffect(look);
  return { hasSeenEnd: seen === text, box, look };
}
