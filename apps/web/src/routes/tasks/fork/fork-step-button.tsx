import { useState } from 'react';
import type { RunRow, StepDetails } from '@timestep-ai/timestep/view';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/controls/dialog.tsx';
import { FailureNotice } from '../../../components/notices/notices.tsx';
import { describeStepFork } from './describe-step-fork.ts';
import { useForkTask } from './fork-dialog.tsx';

interface ForkStepButtonProps {
  readonly shown: RunRow;
  readonly step: StepDetails;
  /** Whether another agent started the task of the row. */
  readonly isAsked: boolean;
}

/**
 * A button that starts a new task from a row of a timeline. Before that, a dialog lists the calls that the
 * new task repeats.
 */
export function ForkStepButton({ shown, step, isAsked }: ForkStepButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, sentences } = describeStepFork(shown.row, step, isAsked);
  const fork = { row: shown.row.id, name, sentences };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen && <RepeatDialog taskId={shown.taskId} {...fork} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RepeatDialogProps {
  readonly taskId: string;
  /** Id of the row of the timeline from which the new task starts. */
  readonly row: string;
  readonly name: string;
  readonly sentences: readonly string[];
  readonly onClose: () => void;
}

/** A dialog that lists the calls that a new task repeats, and starts it. */
export function RepeatDialog({ taskId, row, name, sentences, onClose }: RepeatDialogProps) {
  const { mutate, isPending, error } = useForkTask(taskId);
  return (
    <Dialog title={name} onClose={onClose}>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {error && <FailureNotice message={error.message} />}
      <Button
        data-first
        variant="strong"
        className="mt-3"
        disabled={isPending}
        onClick={() => mutate({ messageId: crypto.randomUUID(), row }, { onSuccess: onClose })}
      >
        Start task
      </Button>
    </Dialog>
  );
}
