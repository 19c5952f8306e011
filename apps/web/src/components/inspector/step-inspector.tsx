import { X } from '../../icons/icons.ts';
import { useContext, type ReactNode } from 'react';
import {
  type CallStep,
  type StepDetails,
  type TimelineRow,
  getRowName,
  type RunRow,
} from '@timestep-ai/timestep/view';
import { AgentCallCard } from '../conversation/agent-call-card.tsx';
import { AgentCallsContext } from '../conversation/agent-calls.ts';
import { getKindLook } from '../run/kind-looks.ts';
import { KindSign } from '../run/kind-sign.tsx';
import { formatDuration } from '../values/formats.ts';
import { CallPanel } from './call-panel.tsx';
import { listModelFigures, ModelPanel, type LoadStepTools } from './model-panel.tsx';
import { CrashPanel, MomentPanel, PersonPanel, TurnPanel } from './other-panels.tsx';

interface StepInspectorProps {
  readonly shown: RunRow;
  readonly step: StepDetails | undefined;
  /** Shown in place of the step's details while they load, or if loading failed. */
  readonly notice?: ReactNode;
  readonly now: number;
  readonly actions?: ReactNode;
  /** Loads the tools that a model call offered. Undefined if only the log is known. */
  readonly loadTools?: LoadStepTools;
  readonly onClose: () => void;
}

/** Panel with all details of one row of a run's timeline. */
export function StepInspector(props: StepInspectorProps) {
  const { shown, step, notice, now, actions, loadTools, onClose } = props;
  const { row, agent } = shown;
  return (
    <aside
      aria-label="Step"
      className="flex min-h-0 flex-col border-line bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-10 lg:w-106 lg:shrink-0 lg:border-s"
    >
      <header className="border-b border-line px-4 pt-3 pb-2.5 lg:border-b-0 lg:pb-1">
        <div className="flex items-center gap-2">
          <KindSign row={row} />
          <h2 className="min-w-0 truncate text-lg font-semibold">{getTitle(shown)}</h2>
          <button
            type="button"
            aria-label="Close the step"
            title="Close (Esc)"
            className="ms-auto rounded-sm p-1 text-muted hover:bg-hover hover:text-text"
            onClick={onClose}
          >
            <X aria-hidden="true" size={16} />
          </button>
        </div>
        <p className="truncate text-xs text-muted">{formatStepSubtitle(agent, row, step)}</p>
        <Figures row={row} step={step} now={now} />
        {actions}
      </header>
      {notice}
      {step?.kind === 'call' && <AskedAgent shown={shown} step={step} />}
      {row.kind === 'ready' && (
        <p className="p-4 text-sm">
          No step was running yet: the process was loading the agent, and starting its tool servers
          or connecting to them.
        </p>
      )}
      {step && row.kind !== 'ready' && (
        <StepPanel key={shown.key} step={step} row={row} loadTools={loadTools} />
      )}
    </aside>
  );
}

/** The run of the agent that a call has asked, if it is known. */
function AskedAgent({ shown, step }: { shown: RunRow; step: CallStep }) {
  const { callId = '', asksAgent = false } = shown.row;
  const { call, failure, outcome, result = outcome?.text } = step;
  const { name, arguments: written } = call.function;
  const { taskId } = shown;
  const run = useContext(AgentCallsContext)({ taskId, callId, name, arguments: written });
  if (!run || !asksAgent) return null;
  const state = failure ? 'failed' : result === undefined ? 'waiting' : 'done';
  // The card gets the call without its answer or failure, because the panel below shows them in full.
  const about = { name, arguments: written, state } as const;
  return <AgentCallCard call={about} run={run} />;
}

interface StepPanelProps {
  readonly step: StepDetails;
  readonly row: TimelineRow;
  readonly loadTools: LoadStepTools | undefined;
}

function StepPanel({ step, row, loadTools }: StepPanelProps) {
  switch (step.kind) {
    case 'model':
      return <ModelPanel step={step} loadTools={loadTools} />;
    case 'call':
      return <CallPanel step={step} asksAgent={row.asksAgent === true} progress={row.progress} />;
    case 'person':
      return <PersonPanel step={step} />;
    case 'crash':
      return <CrashPanel step={step} />;
    case 'turn':
      return <TurnPanel step={step} />;
    case 'moment':
      return <MomentPanel step={step} />;
  }
}

function getTitle({ row, task }: RunRow): string {
  return row.kind === 'model' && !row.asksAgent
    ? `Model call, ${row.label}`
    : getRowName(row, task?.agent);
}

function formatStepSubtitle(
  agent: string,
  row: TimelineRow,
  step: StepDetails | undefined,
): string {
  const called = step?.kind === 'model' ? step.called : undefined;
  const facts = [
    agent,
    getKindLook(row).name.toLowerCase(),
    called?.model,
    called?.provider,
    (row.attempt ?? 1) > 1 ? `attempt ${row.attempt}` : undefined,
    row.state === 'done' ? undefined : row.state,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function Figures({
  row,
  step,
  now,
}: Pick<StepInspectorProps, 'step' | 'now'> & { readonly row: TimelineRow }) {
  if (row.kind === 'mark') return null;
  const took = formatDuration(Math.max(0, (row.to ?? now) - row.from));
  const figures: readonly (readonly [string, string])[] = [
    ['Took', took],
    ...(step?.kind === 'model' ? listModelFigures(step) : []),
  ];
  return (
    <dl className="mt-2 flex gap-6">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-2xs text-muted">{name}</dt>
          <dd className="text-sm font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
