import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalChoices, StartEvalRequest } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { RunForm } from './run-form.tsx';
import { useRead, useSend } from '../../api/queries.ts';

export function StartRunButton() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead<EvalChoices>(['evals', 'choices'], '/evals/choices');
  if (data?.folder === undefined) return null;
  return (
    <>
      <Button variant="strong" onClick={() => setOpen(true)}>
        Start a run
      </Button>
      {isOpen && <StartDialog choices={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog({ choices, onClose }: { choices: EvalChoices; onClose: () => void }) {
  const navigate = useNavigate();
  const starting = useSend<StartEvalRequest, { readonly name: string }>('POST', '/evals/runs', {
    onSuccess: ({ name }) => {
      onClose();
      void navigate({ to: '/evals/$run', params: { run: name } });
    },
  });
  return (
    <Dialog title="Start a run" onClose={onClose}>
      {choices.suites.length === 0 ? (
        <p className="text-sm text-muted">
          No suites in <code>{choices.folder}</code>. Add task files (.jsonl) to this folder.
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
