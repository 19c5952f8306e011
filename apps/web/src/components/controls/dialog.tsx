import { X } from '../../icons/icons.ts';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with the browser's own element: libraries insert styles, which the CSP blocks. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    // The focus is set here, because the browser ignores React's `autoFocus` in dialogs.
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

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, children, ...rest }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
