import { Button } from './button.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ChangePreviewDialog, DiffView } from './change-preview-dialog.tsx';
import { Dialog, DialogButton } from './dialog.tsx';
import { ExpandableCard } from './expandable-card.tsx';
import { ExpandableList } from './expandable-list.tsx';
import { Fold } from './fold.tsx';
import { Segments } from './segments.tsx';
import { Tabs } from './tabs.tsx';

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
    'disabled, strong': (
      <Button variant="strong" disabled>
        Sending…
      </Button>
    ),
  },
  'Choice button': {
    chosen: <ChoiceButton name="prompt.md" isChosen onChoose={() => {}} />,
    'not chosen': <ChoiceButton name="rules/tone.mdt" isChosen={false} onChoose={() => {}} />,
  },
  'Expandable list': {
    'one open': (
      <ExpandableList
        label="Tools in a list"
        items={[{ name: 'add', description: 'Adds numbers.' }, { name: 'divide' }]}
        open="add"
        onChange={() => {}}
      >
        {({ name }) => `Details of ${name}`}
      </ExpandableList>
    ),
  },
  Fold: {
    closed: <Fold title="Whole result">A long text.</Fold>,
    open: (
      <Fold title="Whole arguments" startsOpen>
        A long text.
      </Fold>
    ),
  },
  Tabs: {
    'the second chosen': (
      <Tabs<'timeline' | 'graph' | 'events'>
        label="Parts of a view"
        titles={{ timeline: 'Timeline', graph: 'Graph', events: 'Events' }}
        tab="graph"
        onChange={() => {}}
      >
        The graph.
      </Tabs>
    ),
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
