import { useState } from 'react';
import type { AgentChange, Orchestration, PlannedEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ChangePreviewDialog } from '../../components/change-preview-dialog.tsx';
import { usePlanEdit, useWriteEdit } from './use-files.ts';

const STATES: Readonly<Record<Orchestration, string>> = {
  on: 'The agent can call other agents. It cannot change its own rules and references.',
  off: 'The agent cannot call other agents.',
  partly: 'The agent can call other agents and change its own rules or references.',
};

/**
 * A switch that allows or forbids the agent to call other agents. It changes all related tools
 * together.
 */
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
        Turn {change.orchestration}…
      </Button>
      {plan && (
        <ChangePreviewDialog
          title={`Turn orchestration ${change.orchestration}?`}
          label="Save"
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
