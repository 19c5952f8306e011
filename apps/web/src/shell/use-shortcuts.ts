import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { SECTIONS } from './sections.ts';
import { focusSearchField, useKeyDown } from './use-key-down.ts';

/** Handles the shortcuts Ctrl+K, `?`, `/`, and `g` followed by the letter of a section. */
export function useShortcuts(openPalette: () => void, openHelp: () => void): void {
  const navigate = useNavigate();
  const isGoing = useRef(false);
  useKeyDown((event, isPlain) => {
    const { key } = event;
    if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      openPalette();
    }
    if (!isPlain) return;
    const section = isGoing.current ? SECTIONS.find((one) => one.key === key) : undefined;
    isGoing.current = key === 'g';
    if (section) void navigate({ to: section.to });
    else if (key === '?') openHelp();
    else if (key === '/') focusSearchField(event);
  });
}
