import { useState } from 'react';
import type { AgentChange, Orchestration, PlannedEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PlannedDialog } from '../../components/planned-dialog.tsx';
import { usePlanEdit, useWriteEdit } from './use-files.ts';

const STATES: Readonly<Record<Orchestration, string>> = {
  on: 'It calls other agents, and leaves its rules and references as they are.',
  off: 'It calls no other agents.',
  partly: 'It calls other agents, and may change its rules or references as well.',
};

/** Whether the agent gives work to others: one switch for all the tools that belong to it. */
export function OrchestrationSwitch({
  agentId,
  state,
}: {
  readonly agentId: string;
  readonly state: Orchestration;
}) {
  const planning = usePlanEdit(agentId);
  const writing = useWriteEdit(agentId, 'write');
  const [plan, setPlan] = useState<PlannedEdit>();
  const change: AgentChange = { orchestration: state === 'on' ? 'off' : 'on' };
  const close = (): void => {
    writing.reset();
    setPlan(undefined);
  };
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h2 className="text-xs text-muted">Orchestration</h2>
      <p>{STATES[state]}</p>
      {planning.error && <FailureNotice message={planning.error.message} />}
      <Button
        disabled={planning.isPending}
        onClick={() => planning.mutate(change, { onSuccess: setPlan })}
      >
        Switch it {change.orchestration}…
      </Button>
      {plan && (
        <PlannedDialog
          title={`Switch orchestration ${change.orchestration}?`}
          label="Write it"
          plan={plan}
          isWriting={writing.isPending}
          failure={writing.error?.message}
          onWrite={() =>
            writing.mutate(
              { ...change, ...(plan.version !== undefined && { version: plan.version }) },
              { onSuccess: close },
            )
          }
          onClose={close}
        />
      )}
    </section>
  );
}
