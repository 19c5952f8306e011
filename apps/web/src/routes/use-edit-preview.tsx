import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedEdit } from '@timestep-ai/timestep/view';
import { ChangePreviewDialog } from '../components/controls/change-preview-dialog.tsx';
import { FailureNotice } from '../components/notices/notices.tsx';

interface EditActions<Change> {
  readonly plan: (change: Change) => Promise<PlannedEdit>;
  /** Writes the change if the files still have the planned version. */
  readonly write: (change: Change, version: string | undefined) => Promise<unknown>;
  readonly onWritten?: (change: Change) => void;
  /** Texts of the confirmation dialog, if the dialog asks for something other than saving. */
  readonly describe?: (
    change: Change,
  ) => { readonly title: string; readonly label: string } | undefined;
}

const SAVE = { title: 'Save this change?', label: 'Save' };

/** Previews a change of an agent's files, and writes the change once the user confirms it. */
export function useEditPreview<Change>(actions: EditActions<Change>) {
  const { plan, write, onWritten, describe } = actions;
  const [edit, setEdit] = useState<{ readonly change: Change; readonly plan: PlannedEdit }>();
  const planning = useMutation({
    mutationFn: plan,
    onSuccess: (planned, change) => setEdit({ change, plan: planned }),
  });
  const writing = useMutation({
    mutationFn: ({ change, plan: { version } }: NonNullable<typeof edit>) => write(change, version),
    // The callback runs even if the view was unmounted, for example by the deletion of its file.
    onSuccess(_, { change }) {
      setEdit(undefined);
      onWritten?.(change);
    },
  });
  return {
    preview: (change: Change): void => planning.mutate(change),
    isPlanning: planning.isPending,
    isRefused: planning.isError,
    /** Why the planned change was refused. Undefined if it was not. */
    refusal: planning.error?.message,
    /** React elements: the error of the planned change, or the dialog in which the user confirms it. */
    shown: (
      <>
        {planning.error && <FailureNotice message={planning.error.message} />}
        {edit && (
          <ChangePreviewDialog
            {...(describe?.(edit.change) ?? SAVE)}
            plan={edit.plan}
            isWriting={writing.isPending}
            failure={writing.error?.message}
            onWrite={() => writing.mutate(edit)}
            onClose={() => {
              writing.reset();
              setEdit(undefined);
            }}
          />
        )}
      </>
    ),
  };
}
