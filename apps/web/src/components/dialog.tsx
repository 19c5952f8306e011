import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A modal dialog, which the browser itself closes by Escape and keeps the focus in. A library would write style
 * elements into the page, which its policy refuses. What has `data-first` is focused when it opens.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    // The browser would take the first button, and cannot see where React was asked to begin.
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="m-auto w-full max-w-lg rounded-lg border border-line bg-page p-4 text-text"
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 className="font-semibold">{title}</h2>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" size={18} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
