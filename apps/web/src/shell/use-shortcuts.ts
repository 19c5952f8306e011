import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusSearch } from './focus-search.ts';
import { SECTIONS } from './sections.ts';

const WRITING = 'input, textarea, select, [contenteditable="true"]';

/** Keys of the whole page: `g` and a letter goes to a section, the rest is given. */
export function useShortcuts(actions: {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}): void {
  const navigate = useNavigate();
  const { openPalette, openHelp } = actions;
  useEffect(() => {
    let isGoing = false;
    function pressed(event: KeyboardEvent): void {
      const { key, target } = event;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      const isWriting = target instanceof Element && target.matches(WRITING);
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      const section = isGoing ? SECTIONS.find((one) => one.key === key) : undefined;
      isGoing = key === 'g';
      if (section) void navigate({ to: section.to });
      else if (key === '?') openHelp();
      else if (key === '/') focusSearch(event);
    }
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, openPalette, openHelp]);
}
