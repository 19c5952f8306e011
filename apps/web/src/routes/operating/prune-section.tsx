import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bytesText, counted, type Pruned } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Form, TextField } from '../../components/forms/form.tsx';
import { useSend } from '../../api/queries.ts';

export function PruneSection({ retention }: { retention: string | undefined }) {
  const [days, setDays] = useState('30');
  const queries = useQueryClient();
  const looking = useSend<object, Pruned>('POST', '/operating/prune');
  const deleting = useSend<object, Pruned>('POST', '/operating/prune', {
    onSuccess: () => {
      looking.reset();
      void queries.invalidateQueries({ queryKey: ['operating'] });
    },
  });
  return (
    <section aria-label="Old tasks" className="mt-4">
      <h3 className="font-semibold">Old tasks</h3>
      <p className="text-muted">
        {retention === undefined
          ? 'Ended tasks are kept permanently. To delete them automatically, start "timestep serve" with --retention.'
          : `Ended tasks are kept for ${retention}.`}
      </p>
      <Form
        className="mt-1 flex flex-wrap items-end gap-2"
        onSubmit={() => looking.mutate({ days: Number(days), isDryRun: true })}
      >
        <TextField
          label="Days without changes"
          type="number"
          min={1}
          max={36_500}
          required
          value={days}
          onChange={setDays}
          className="w-24"
        />
        <Button type="submit" disabled={looking.isPending}>
          Preview deletion
        </Button>
      </Form>
      {looking.error && <FailureNotice message={looking.error.message} />}
      {deleting.data && (
        <p role="status" className="mt-1 text-good">
          ✓ Deleted {formatPrunedAmount(deleting.data)}
        </p>
      )}
      {looking.data && (
        <Dialog title="Delete old tasks" onClose={() => looking.reset()}>
          <p className="text-sm">
            {looking.data.tasks === 0
              ? `Nothing to delete: every ended task has changed within the last ${days} days.`
              : `${formatPrunedAmount(looking.data)} will be deleted permanently.`}
          </p>
          {deleting.error && <FailureNotice message={deleting.error.message} />}
          <div className="mt-3 flex gap-2">
            <Button
              variant="danger"
              disabled={looking.data.tasks === 0 || deleting.isPending}
              onClick={() => deleting.mutate({ days: Number(days), isDryRun: false })}
            >
              Delete
            </Button>
            <Button data-first onClick={() => looking.reset()}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function formatPrunedAmount({ tasks, events, bytes }: Pruned): string {
  return `${counted(tasks, 'task')} with ${counted(events, 'event')}, ${bytesText(bytes)}`;
}
