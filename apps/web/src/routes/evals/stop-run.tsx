import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Stops a run that goes on in the server; what was done is kept. */
export function StopRun({ run }: { readonly run: string }) {
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => send('POST', `/evals/runs/${encodeURIComponent(run)}/stop`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['evals', run] }),
  });
  return (
    <div className="mt-2">
      <Button look="danger" disabled={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop the run
      </Button>
      {stopping.error && <FailureNotice message={stopping.error.message} />}
    </div>
  );
}
