import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TaskFork, TaskDetails } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Forks a task and opens the new one. */
export function useForkTask(taskId: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (fork: Omit<TaskFork, 'messageId'>) =>
      sendJson<TaskDetails>('POST', `/tasks/${encodeURIComponent(taskId)}/fork`, {
        messageId: crypto.randomUUID(),
        ...fork,
      }),
    onSuccess: ({ id }) => void navigate({ to: '/tasks/$taskId', params: { taskId: id } }),
  });
}

/** A dialog that forks a task from one of its messages, with the text to send instead. */
export function ForkDialog({
  taskId,
  from,
  before,
  onClose,
}: {
  readonly taskId: string;
  /** Id of the message. */
  readonly from: string;
  readonly before: string;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(before);
  const { mutate, isPending, error } = useForkTask(taskId);
  const isEmpty = text.trim() === '';
  return (
    <Dialog title="Fork from here" onClose={onClose}>
      <p className="text-sm text-muted">
        A new task starts with the messages before this one. Effects of tools are not undone.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty || isPending) return;
          mutate({ from, ...(text !== before && { text }) }, { onSuccess: onClose });
        }}
      >
        <textarea
          aria-label="Message"
          data-first
          rows={5}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mt-2 w-full rounded-md border border-line bg-page p-2 text-sm"
        />
        {error && <FailureNotice message={error.message} />}
        <Button type="submit" variant="strong" className="mt-2" disabled={isEmpty || isPending}>
          Start task
        </Button>
      </form>
    </Dialog>
  );
}
