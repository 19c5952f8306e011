import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendJson } from '../../api/api-client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** A button that stops an active run. Completed trials are kept. */
export function StopRunButton({ run }: { readonly run: string }) {
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => sendJson('POST', `/evals/runs/${encodeURIComponent(run)}/stop`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['evals', run] }),
  });
  return (
    <div className="mt-2">
      <Button variant="danger" disabled={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop the run
      </Button>
      {stopping.error && <FailureNotice message={stopping.error.message} />}
    </div>
  );
}
