import { useState } from 'react';
import { Button } from './button.tsx';
import { ChangePreviewDialog } from './change-preview-dialog.tsx';

export const title = 'Preview of a change';

function DialogDemo() {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview a change</Button>
      {isOpen && (
        <ChangePreviewDialog
          title="Save this change?"
          label="Save"
          plan={{
            version: '1',
            files: [
              {
                path: 'prompt.md',
                lines: [
                  { kind: 'old', text: 'Guide people.' },
                  { kind: 'new', text: 'Guide people well.' },
                ],
              },
            ],
          }}
          isWriting={false}
          failure={undefined}
          onWrite={close}
          onClose={close}
        />
      )}
    </>
  );
}

export const states = { closed: <DialogDemo /> };
