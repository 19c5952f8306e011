import { useState } from 'react';
import type { AgentModelsList, RunRow, StepDetails } from '@timestep-ai/timestep/view';
import { useRead } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/controls/dialog.tsx';
import { Form, TextField } from '../../../components/forms/form.tsx';
import { FailureNotice } from '../../../components/notices/notices.tsx';
import { describeStepFork } from './describe-step-fork.ts';
import { useForkTask } from './fork-dialog.tsx';
import { ModelField } from './model-field.tsx';
import { listEditableParts, type EditableParts } from './list-editable-parts.ts';

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
  const fork = { row: shown.row.id, name, sentences, agent: shown.agent };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen && (
        <RepeatDialog
          taskId={shown.taskId}
          {...fork}
          parts={listEditableParts(step)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface RepeatDialogProps {
  readonly taskId: string;
  readonly agent: string;
  /** Id of the row of the timeline from which the new task starts. */
  readonly row: string;
  readonly name: string;
  readonly sentences: readonly string[];
  /** Texts of the row that the new task can change. */
  readonly parts?: EditableParts;
  readonly onClose: () => void;
}

/** A dialog that lists the calls that a new task repeats, lets the user change texts and model, and starts it. */
export function RepeatDialog(props: RepeatDialogProps) {
  const { taskId, agent, row, name, sentences, parts = {}, onClose } = props;
  const { mutate, isPending, error } = useForkTask(taskId);
  const [edited, setEdited] = useState(parts);
  const [model, setModel] = useState('');
  const path = `/agents/${encodeURIComponent(agent)}/models`;
  const models = useRead<AgentModelsList>(['models of agent', agent], path, { retry: false });
  const isChoosable = (models.data?.providers.length ?? 0) > 0;
  const isEmpty = edited.text?.trim() === '';
  const fork = {
    row,
    ...(edited.text !== parts.text && { text: edited.text }),
    ...(edited.result !== parts.result && { result: edited.result }),
    ...(model.trim() !== '' && { model: model.trim() }),
  } as const;
  return (
    <Dialog title={name} onClose={onClose}>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Form
        className="mt-3 flex flex-col gap-2"
        onSubmit={() => {
          if (isEmpty || isPending) return;
          mutate({ messageId: crypto.randomUUID(), ...fork }, { onSuccess: onClose });
        }}
      >
        {edited.text !== undefined && (
          <TextField
            label="Message of the user"
            rows={3}
            value={edited.text}
            onChange={(text) => setEdited({ ...edited, text })}
          />
        )}
        {edited.result !== undefined && (
          <TextField
            label="Result of the call"
            rows={4}
            value={edited.result}
            onChange={(result) => setEdited({ ...edited, result })}
          />
        )}
        {fork.result !== undefined && (
          <p className="text-sm text-muted">
            The new task starts after this call instead: the call is not made again, and the model
            reads the changed result.
          </p>
        )}
        {isChoosable && (
          <ModelField path={path} own={models.data?.own} model={model} onChange={setModel} />
        )}
        {error && <FailureNotice message={error.message} />}
        <Button
          type="submit"
          data-first
          variant="strong"
          className="self-start"
          disabled={isEmpty || isPending}
        >
          Start task
        </Button>
      </Form>
    </Dialog>
  );
}
