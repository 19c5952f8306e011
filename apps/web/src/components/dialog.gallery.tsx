import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export const title = 'Dialog';

function DialogDemo() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          Escape closes it.
        </Dialog>
      )}
    </>
  );
}

export const states = { closed: <DialogDemo /> };
