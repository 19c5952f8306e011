import { useId, useState } from 'react';
import type { AgentFileText, FileEdit, PlannedEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PlannedDialog } from '../../components/planned-dialog.tsx';
import { useFile, usePlanEdit, useWriteEdit } from './use-files.ts';

/** One file of an agent, as text. */
export function FileEditor({
  agentId,
  path,
  onGone,
}: {
  readonly agentId: string;
  readonly path: string;
  /** Is called when the file has been removed. */
  readonly onGone: () => void;
}) {
  const { data, error } = useFile(agentId, path);
  if (error) return <FailureNotice message={error.message} />;
  if (!data) return <p className="text-muted">Reading the file…</p>;
  return <OpenFile key={data.version} agentId={agentId} file={data} onGone={onGone} />;
}

interface Planned {
  readonly change: FileEdit;
  readonly plan: PlannedEdit;
}

function OpenFile({
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
  const [planned, setPlanned] = useState<Planned>();
  const planning = usePlanEdit(agentId);
  const writing = useWriteEdit(agentId, 'write');
  const isFixed = version === undefined;
  const look = (change: FileEdit): void =>
    planning.mutate(change, { onSuccess: (plan) => setPlanned({ change, plan }) });
  async function write(written: Planned): Promise<void> {
    try {
      await writing.mutateAsync(orderOf(written));
    } catch {
      // The dialog shows the failure of the mutation.
      return;
    }
    setPlanned(undefined);
    // This view may be gone before: the file is read again, and is not there.
    if (written.change.text === undefined) onGone();
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        look({ path, text });
      }}
    >
      <label htmlFor={id} className="font-mono text-sm">
        <bdi>{path}</bdi>
      </label>
      {why !== undefined && <p className="text-sm text-muted">It cannot be changed here: {why}.</p>}
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
          <Button type="submit" look="strong" disabled={text === before || planning.isPending}>
            Look at the change…
          </Button>
          <Button disabled={text === before} onClick={() => setText(before)}>
            Discard
          </Button>
          <Button onClick={() => look({ path })}>Remove the file…</Button>
        </div>
      )}
      {planned && (
        <PlannedDialog
          title={planned.change.text === undefined ? 'Remove this file?' : 'Write this change?'}
          label={planned.change.text === undefined ? 'Remove it' : 'Write it'}
          plan={planned.plan}
          isWriting={writing.isPending}
          failure={writing.error?.message}
          onWrite={() => void write(planned)}
          onClose={() => {
            writing.reset();
            setPlanned(undefined);
          }}
        />
      )}
    </form>
  );
}

function orderOf({ change, plan: { version } }: Planned) {
  return { ...change, ...(version !== undefined && { version }) };
}
