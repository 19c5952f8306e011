import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TaskFork, TaskHead } from '@timestep-ai/timestep/view';
import { send } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Begins a task again, and goes to the new one. */
export function useFork(taskId: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (fork: Omit<TaskFork, 'messageId'>) =>
      send<TaskHead>('POST', `/tasks/${encodeURIComponent(taskId)}/fork`, {
        messageId: crypto.randomUUID(),
        ...fork,
      }),
    onSuccess: ({ id }) => void navigate({ to: '/tasks/$taskId', params: { taskId: id } }),
  });
}

/** Asks what is to be said in the place of a message, in a task of its own. */
export function ForkDialog({
  taskId,
  from,
  before,
  onClose,
}: {
  readonly taskId: string;
  /** The id of the message. */
  readonly from: string;
  readonly before: string;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(before);
  const { mutate, isPending, error } = useFork(taskId);
  const isEmpty = text.trim() === '';
  return (
    <Dialog title="Fork from here" onClose={onClose}>
      <p className="text-sm text-muted">
        A new task begins with what was said before this message. Effects of tools are not undone.
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
        <Button type="submit" look="strong" className="mt-2" disabled={isEmpty || isPending}>
          Begin the task
        </Button>
      </form>
    </Dialog>
  );
}
