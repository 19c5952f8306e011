import { useEffect, useRef } from 'react';

const INPUT_SELECTOR = 'input, textarea, select, [contenteditable="true"], dialog *';

/** Keyboard shortcuts for the open trial. Ignored while the user types or a dialog is open. */
export function useTrialKeys(
  isOpen: boolean,
  actions: Readonly<Record<'j' | 'k' | 'Escape', () => void>>,
): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!isOpen) return undefined;
    function handleKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
      const isElsewhere = target instanceof Element && target.matches(INPUT_SELECTOR);
      if (isElsewhere || ctrlKey || metaKey || altKey) return;
      if (key === 'j' || key === 'k' || key === 'Escape') latest.current[key]();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [isOpen]);
}
