import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TaskFork, TaskDetails } from '@timestep-ai/timestep/view';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/controls/dialog.tsx';
import { FailureNotice } from '../../../components/notices/notices.tsx';
import { Form, TextField } from '../../../components/forms/form.tsx';
import { getTaskApiPath } from '../use-task-details.ts';
import { useSend } from '../../../api/queries.ts';

export function useForkTask(taskId: string) {
  const navigate = useNavigate();
  return useSend<TaskFork, TaskDetails>('POST', getTaskApiPath(taskId, '/fork'), {
    onSuccess: ({ id }) => void navigate({ to: '/tasks/$taskId', params: { taskId: id } }),
  });
}

interface ForkDialogProps {
  readonly taskId: string;
  readonly from: string;
  readonly before: string;
  readonly onClose: () => void;
}

export function ForkDialog({ taskId, from, before, onClose }: ForkDialogProps) {
  const [text, setText] = useState(before);
  const { mutate, isPending, error } = useForkTask(taskId);
  const isEmpty = text.trim() === '';
  return (
    <Dialog title="Fork from here" onClose={onClose}>
      <p className="text-sm text-muted">
        A new task starts with the messages before this one. Effects of tools are not undone.
      </p>
      <Form
        onSubmit={() => {
          if (isEmpty || isPending) return;
          const fork = { from, ...(text !== before && { text }) };
          mutate({ messageId: crypto.randomUUID(), ...fork }, { onSuccess: onClose });
        }}
      >
        <TextField
          aria-label="Message"
          data-first
          rows={5}
          value={text}
          onChange={setText}
          className="mt-2 w-full"
        />
        {error && <FailureNotice message={error.message} />}
        <Button type="submit" variant="strong" className="mt-2" disabled={isEmpty || isPending}>
          Start task
        </Button>
      </Form>
    </Dialog>
  );
}
