import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Receives files that are dropped anywhere on the page, which the browser would open otherwise. Returns
 * whether files are being dragged over the page.
 */
export function usePageFileDrop(onDrop: (files: Iterable<File>) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', heard: (event: DragEvent) => void) =>
      document.addEventListener(type, heard, { signal: listening.signal });
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      // Without a related target, the pointer left the page itself, and not only one of its elements.
      if (relatedTarget === null) setDragging(false);
    });
    listen('drop', (event) => {
      setDragging(false);
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      drop(event.dataTransfer.files);
    });
    return () => listening.abort();
  }, []);
  return isDragging;
}
