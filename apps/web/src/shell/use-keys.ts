import { useEffect, useRef } from 'react';

const INPUTS = 'input, textarea, select, [contenteditable="true"]';

/** Handles key presses. `isPlain`: no modifier key is pressed and no input has the focus. */
export function useKeys(onKey: (event: KeyboardEvent, isPlain: boolean) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const isWriting = event.target instanceof Element && event.target.matches(INPUTS);
      latest.current(event, !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}

export function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}
