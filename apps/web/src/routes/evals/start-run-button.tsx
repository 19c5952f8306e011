import { useNavigate } from '@tanstack/react-router';
import type { EvalChoices, StartEvalRequest } from '@timestep-ai/timestep/view';
import { Dialog, DialogButton } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { RunForm } from './run-form.tsx';
import { useRead, useSend } from '../../api/queries.ts';

export function StartRunButton() {
  const { data } = useRead<EvalChoices>(['evals', 'choices'], '/evals/choices');
  if (data?.folder === undefined) return null;
  return (
    <DialogButton label="Start a run" variant="strong">
      {(close) => <StartDialog choices={data} onClose={close} />}
    </DialogButton>
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
