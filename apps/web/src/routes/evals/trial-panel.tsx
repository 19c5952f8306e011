import { itemsFromHistory, textOf, type EvalTrial } from 'timestep/view';
import { ConversationItem } from '../../components/conversation-item.tsx';
import { dollarsText } from '../../components/eval-text.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { FigureList } from '../../components/figure-list.tsx';
import { GradeList } from '../../components/grade-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { lengthText } from '../../components/time-text.ts';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { useTrial } from './use-evals.ts';

/** One trial: its transcript beside its grades. */
export function TrialPanel({
  run,
  task,
  trial,
  label,
}: {
  readonly run: string;
  readonly task: string;
  readonly trial: number;
  readonly label: string;
}) {
  const { data, error, refetch } = useTrial(run, task, trial);
  return (
    <section aria-label={label} className="min-w-0 flex-1 basis-80">
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="p-4 text-muted">Reading the trial…</p>}
      {data && (
        <Panel key={`${run} ${trial} ${task}`}>
          <Shown trial={data} label={label} />
        </Panel>
      )}
    </section>
  );
}

function Shown({ trial, label }: { readonly trial: EvalTrial; readonly label: string }) {
  const { verdict, error, grades } = trial;
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {label} <VerdictBadge outcome={verdict} />
      </h3>
      {error !== null && <p className="mt-1 text-sm whitespace-pre-wrap text-bad">{error}</p>}
      <div className="mt-2">
        <FigureList figures={figuresOf(trial)} />
      </div>
      <div className="mt-3 flex flex-wrap gap-4">
        <div className="min-w-0 flex-2 basis-72">
          <h4 className="text-sm font-semibold">Transcript</h4>
          <Transcript trial={trial} />
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <h4 className="mb-1 text-sm font-semibold">Grades</h4>
          <GradeList grades={grades} about={label} />
        </div>
      </div>
    </>
  );
}

function figuresOf(trial: EvalTrial): { readonly name: string; readonly value: string }[] {
  return [
    { name: 'Score', value: trial.score === null ? 'unknown' : trial.score.toFixed(2) },
    { name: 'Ended by', value: trial.endedBy.replaceAll('_', ' ') },
    { name: 'Steps', value: trial.steps.toLocaleString('en') },
    { name: 'Tool calls', value: trial.toolCalls.toLocaleString('en') },
    { name: 'Duration', value: lengthText(trial.durationS * 1000) },
    { name: 'Tokens in', value: trial.inputTokens.toLocaleString('en') },
    { name: 'Tokens out', value: trial.outputTokens.toLocaleString('en') },
    { name: 'Cost', value: dollarsText(trial.costUsd) },
    { name: 'Cost of judges', value: dollarsText(trial.judgeCostUsd) },
    { name: 'Seed', value: String(trial.seed) },
  ];
}

function Transcript({ trial: { messages } }: { readonly trial: EvalTrial }) {
  if (!messages) return <p className="text-sm text-muted">This run kept no transcripts.</p>;
  const instructions = messages.filter(({ role }) => role === 'system').map(textOf);
  const items = itemsFromHistory('trial', messages);
  return (
    <ol className="divide-y divide-line">
      {instructions.map((text, at) => (
        // Messages of a transcript neither move nor change.
        <li key={`system/${at}`}>
          <details className="px-4 py-2 text-sm">
            <summary>Instructions</summary>
            <p className="whitespace-pre-wrap">{text}</p>
          </details>
        </li>
      ))}
      {items.map((item) => (
        <li key={item.id} className="[content-visibility:auto]">
          <ConversationItem item={item} />
        </li>
      ))}
    </ol>
  );
}
