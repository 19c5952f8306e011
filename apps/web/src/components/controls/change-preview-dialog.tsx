import type { PlannedEdit, PlannedLine } from '@timestep-ai/timestep/view';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from '../notices/notices.tsx';
import { CodeBlock } from '../values/code-block.tsx';

interface ChangePreviewDialogProps {
  readonly title: string;
  readonly label: string;
  readonly plan: PlannedEdit;
  readonly isWriting: boolean;
  readonly failure: string | undefined;
  readonly onWrite: () => void;
  readonly onClose: () => void;
}

export function ChangePreviewDialog(props: ChangePreviewDialogProps) {
  const { title, label, plan, isWriting, failure, onWrite, onClose } = props;
  const { files } = plan;
  const isBlocked = files.length === 0 || isWriting || failure !== undefined;
  return (
    <Dialog title={title} onClose={onClose}>
      {files.length === 0 && <p className="text-sm">The files already contain this change.</p>}
      {files.map(({ path, lines }) => (
        <DiffView key={path} path={path} lines={lines} />
      ))}
      {failure !== undefined && <FailureNotice message={failure} />}
      <div className="mt-3 flex gap-2">
        <Button variant="strong" disabled={isBlocked} onClick={onWrite}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

const LOOKS: Readonly<Record<PlannedLine['kind'], { mark: string; color: string }>> = {
  same: { mark: ' ', color: 'text-muted' },
  old: { mark: '-', color: 'text-bad' },
  new: { mark: '+', color: 'text-good' },
  gap: { mark: '⋯', color: 'text-muted' },
};

export function DiffView({ path, lines }: { path: string; lines: readonly PlannedLine[] }) {
  return (
    <figure>
      <figcaption className="font-mono text-xs">{path}</figcaption>
      <CodeBlock label={`Changes to ${path}`}>
        {lines.map(({ kind, text }, index) => (
          // React keys are indexes, because lines have no id.
          <span key={index} className={`block ${LOOKS[kind].color}`}>
            {LOOKS[kind].mark} {text}
          </span>
        ))}
      </CodeBlock>
    </figure>
  );
}
