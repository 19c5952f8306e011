import { useState } from 'react';
import { Button } from './button.tsx';
import { PlannedDialog } from './planned-dialog.tsx';

export const title = 'PlannedDialog';

function Opened() {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Look at a change</Button>
      {isOpen && (
        <PlannedDialog
          title="Write this change?"
          label="Write it"
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

export const states = { closed: <Opened /> };
