import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalChoices, EvalStart } from '@timestep-ai/timestep/view';
import { send } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { RunForm } from './run-form.tsx';
import { useChoices } from './use-evals.ts';

/** Starts a run of a suite, where the server knows suites. */
export function StartRun() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useChoices();
  if (data?.folder === undefined) return null;
  return (
    <>
      <Button look="strong" onClick={() => setOpen(true)}>
        Start a run
      </Button>
      {isOpen && <StartDialog choices={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog({
  choices,
  onClose,
}: {
  readonly choices: EvalChoices;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const starting = useMutation({
    mutationFn: (asked: EvalStart) => send<{ readonly name: string }>('POST', '/evals/runs', asked),
    onSuccess: ({ name }) => {
      onClose();
      void navigate({ to: '/evals/$run', params: { run: name } });
    },
  });
  return (
    <Dialog title="Start a run" onClose={onClose}>
      {choices.suites.length === 0 ? (
        <p className="text-sm text-muted">
          There are no suites in <code>{choices.folder}</code>: put files of tasks (.jsonl) there.
        </p>
      ) : (
        <RunForm
          choices={choices}
          isSending={starting.isPending}
          onStart={(asked) => starting.mutate(asked)}
        />
      )}
      {starting.error && <FailureNotice message={starting.error.message} />}
    </Dialog>
  );
}
