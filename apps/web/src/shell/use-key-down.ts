import { useEffect, useRef } from 'react';

const INPUTS = 'input, textarea, select, [contenteditable="true"]';

/** Handles key presses. `isPlain`: no modifier key is pressed and no input has the focus. */
export function useKeyDown(onKey: (event: KeyboardEvent, isPlain: boolean) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    function passEachKeyToHandler(event: KeyboardEvent): void {
      const isWriting = event.target instanceof Element && event.target.matches(INPUTS);
      latest.current(event, !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey);
    }
    document.addEventListener('keydown', passEachKeyToHandler);
    return () => document.removeEventListener('keydown', passEachKeyToHandler);
  }, []);
}

export function focusSearchField(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}
