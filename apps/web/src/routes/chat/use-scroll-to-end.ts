import { useEffect, useRef } from 'react';

/** Distance from the end, in pixels, within which the list scrolls to new content. */
const NEAR_END = 80;

/** Scrolls a box to the end of its growing list, unless the user has scrolled back. */
export function useScrollToEnd() {
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
  return [box, list] as const;
}
