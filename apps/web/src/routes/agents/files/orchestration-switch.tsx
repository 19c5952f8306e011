import type { Orchestration } from '@timestep-ai/timestep/view';
import { Button } from '../../../components/controls/button.tsx';
import { useAgentEdit } from '../agent-queries.ts';

const STATES: Readonly<Record<Orchestration, string>> = {
  on: 'The agent can call other agents. It cannot change its own rules and references.',
  off: 'The agent cannot call other agents.',
  partly: 'The agent can call other agents and change its own rules or references.',
};

/**
 * A switch that lets an agent call other agents instead of editing its own rules and references, or
 * the reverse.
 */
export function OrchestrationSwitch({ agentId, state }: { agentId: string; state: Orchestration }) {
  const orchestration = state === 'on' ? 'off' : 'on';
  const edit = useAgentEdit(agentId, {
    describe: () => ({ title: `Turn orchestration ${orchestration}?`, label: 'Save' }),
  });
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h2 className="text-xs text-muted">Orchestration</h2>
      <p>{STATES[state]}</p>
      {edit.shown}
      <Button disabled={edit.isPlanning} onClick={() => edit.preview({ orchestration })}>
        Turn {orchestration}…
      </Button>
    </section>
  );
}
