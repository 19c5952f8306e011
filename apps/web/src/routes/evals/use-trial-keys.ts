import { useEffect, useRef } from 'react';

const WRITING = 'input, textarea, select, [contenteditable="true"], dialog *';

/** Keys of the trial that is open; none is heard while one writes or a dialog is open. */
export function useTrialKeys(
  isOpen: boolean,
  actions: Readonly<Record<'j' | 'k' | 'Escape', () => void>>,
): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!isOpen) return undefined;
    function pressed({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
      const isElsewhere = target instanceof Element && target.matches(WRITING);
      if (isElsewhere || ctrlKey || metaKey || altKey) return;
      if (key === 'j' || key === 'k' || key === 'Escape') latest.current[key]();
    }
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOpen]);
}
