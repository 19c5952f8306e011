import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusSearch } from './focus-search.ts';
import { SECTIONS } from './sections.ts';

const INPUT_SELECTOR = 'input, textarea, select, [contenteditable="true"]';

/**
 * Keyboard shortcuts of the whole page: Ctrl+K, `?`, `/`, and `g` followed by the letter of a
 * section.
 */
export function useShortcuts(actions: {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}): void {
  const navigate = useNavigate();
  const { openPalette, openHelp } = actions;
  useEffect(() => {
    let isGoing = false;
    function handleKeyDown(event: KeyboardEvent): void {
      const { key, target } = event;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      const isWriting = target instanceof Element && target.matches(INPUT_SELECTOR);
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      const section = isGoing ? SECTIONS.find((one) => one.key === key) : undefined;
      isGoing = key === 'g';
      if (section) void navigate({ to: section.to });
      else if (key === '?') openHelp();
      else if (key === '/') focusSearch(event);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [navigate, openPalette, openHelp]);
}
