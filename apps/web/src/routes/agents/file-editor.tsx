import { useId, useState } from 'react';
import type { AgentFileText, FileEdit, PlannedEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ChangePreviewDialog } from '../../components/change-preview-dialog.tsx';
import { useFile, usePlanEdit, useWriteEdit } from './use-files.ts';

/** A text editor for one file of an agent. */
export function FileEditor({
  agentId,
  path,
  onGone,
}: {
  readonly agentId: string;
  readonly path: string;
  /** Called after the file was removed. */
  readonly onGone: () => void;
}) {
  const { data, error } = useFile(agentId, path);
  if (error) return <FailureNotice message={error.message} />;
  if (!data) return <p className="text-muted">Loading the file…</p>;
  return <FileForm key={data.version} agentId={agentId} file={data} onGone={onGone} />;
}

interface PreviewedChange {
  readonly change: FileEdit;
  readonly plan: PlannedEdit;
}

function FileForm({
  agentId,
  file: { path, text: before, version, why },
  onGone,
}: {
  readonly agentId: string;
  readonly file: AgentFileText;
  readonly onGone: () => void;
}) {
  const id = useId();
  const [text, setText] = useState(before);
  const [planned, setPlanned] = useState<PreviewedChange>();
  const planning = usePlanEdit(agentId);
  const writing = useWriteEdit(agentId, 'write');
  const isFixed = version === undefined;
  const previewChange = (change: FileEdit): void =>
    planning.mutate(change, { onSuccess: (plan) => setPlanned({ change, plan }) });
  async function writeChange(previewed: PreviewedChange): Promise<void> {
    try {
      await writing.mutateAsync(toEditRequest(previewed));
    } catch {
      // The dialog shows the error of the mutation.
      return;
    }
    setPlanned(undefined);
    // This view may already be unmounted, because the deleted file was re-read.
    if (previewed.change.text === undefined) onGone();
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        previewChange({ path, text });
      }}
    >
      <label htmlFor={id} className="font-mono text-sm">
        <bdi>{path}</bdi>
      </label>
      {why !== undefined && <p className="text-sm text-muted">This file is read-only: {why}.</p>}
      <textarea
        id={id}
        value={text}
        readOnly={isFixed}
        rows={24}
        spellCheck={path.endsWith('.md') || path.endsWith('.mdt')}
        aria-invalid={planning.isError}
        onChange={({ target }) => setText(target.value)}
        className="w-full rounded-md border border-line bg-page p-2 font-mono text-xs"
      />
      {planning.error && <FailureNotice message={planning.error.message} />}
      {!isFixed && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="strong" disabled={text === before || planning.isPending}>
            Preview change…
          </Button>
          <Button disabled={text === before} onClick={() => setText(before)}>
            Discard
          </Button>
          <Button onClick={() => previewChange({ path })}>Delete file…</Button>
        </div>
      )}
      {planned && (
        <ChangePreviewDialog
          title={planned.change.text === undefined ? 'Delete this file?' : 'Save this change?'}
          label={planned.change.text === undefined ? 'Delete' : 'Save'}
          plan={planned.plan}
          isWriting={writing.isPending}
          failure={writing.error?.message}
          onWrite={() => void writeChange(planned)}
          onClose={() => {
            writing.reset();
            setPlanned(undefined);
          }}
        />
      )}
    </form>
  );
}

function toEditRequest({ change, plan: { version } }: PreviewedChange) {
  return { ...change, ...(version !== undefined && { version }) };
}
