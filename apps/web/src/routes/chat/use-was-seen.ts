import { useCallback, useState } from 'react';

/** Distance from the visible part, in pixels, at which an element already counts as seen. */
const NEAR = '400px';

/** Returns a ref for an element, and whether the element has been in sight since it was shown. */
export function useWasSeen() {
  const [wasSeen, setWasSeen] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setWasSeen(true);
        observer.disconnect();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, wasSeen] as const;
}
