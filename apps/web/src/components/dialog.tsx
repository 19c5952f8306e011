import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A modal dialog. Uses the browser's own dialog element for Escape and focus handling, because
 * dialog libraries insert style elements, which the content security policy blocks. An element with
 * `data-first` gets the focus when the dialog opens.
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
    // Focused explicitly because the browser would focus the first button, and React's `autoFocus`
    // is not visible to the browser.
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
