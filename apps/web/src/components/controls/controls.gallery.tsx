import { Button } from './button.tsx';
import { ChangePreviewDialog, DiffView } from './change-preview-dialog.tsx';
import { Dialog, DialogButton } from './dialog.tsx';
import { ExpandableCard } from './expandable-card.tsx';
import { Segments } from './segments.tsx';

const lines = [
  { kind: 'gap', text: '' },
  { kind: 'same', text: '  "toolEnabled": {' },
  { kind: 'old', text: '    "serverDefault": true' },
  { kind: 'new', text: '    "serverDefault": false' },
  { kind: 'same', text: '  }' },
] as const;

const card = { name: 'find', about: 'Finds files.', onToggle: () => {}, children: 'A form' };

export const gallery = {
  Button: {
    plain: <Button>Refresh</Button>,
    strong: <Button variant="strong">Send</Button>,
    danger: <Button variant="danger">Cancel the task</Button>,
    disabled: <Button disabled>Not now</Button>,
  },
  Dialog: {
    closed: (
      <DialogButton label="Open">
        {(close) => (
          <Dialog title="A dialog" onClose={close}>
            Escape closes it.
          </Dialog>
        )}
      </DialogButton>
    ),
  },
  'Preview of a change': {
    closed: (
      <DialogButton label="Preview a change">
        {(close) => (
          <ChangePreviewDialog
            title="Save this change?"
            label="Save"
            plan={{ version: '1', files: [{ path: 'tsagent.json', lines }] }}
            isWriting={false}
            failure={undefined}
            onWrite={close}
            onClose={close}
          />
        )}
      </DialogButton>
    ),
  },
  'Changes to a file': { 'a replaced line': <DiffView path="tsagent.json" lines={lines} /> },
  'Choice between a few values': {
    first: (
      <Segments
        label="Period"
        value="day"
        options={[
          ['day', '24 hours'],
          ['week', '7 days'],
        ]}
        onChange={() => undefined}
      />
    ),
  },
  'Expandable card': {
    closed: <ExpandableCard {...card} isOpen={false} />,
    open: <ExpandableCard {...card} isOpen />,
  },
};
