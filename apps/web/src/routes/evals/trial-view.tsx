import type { EvalTrial } from '@timestep-ai/timestep/view';
import { formatDollars, formatDuration, formatTimestamp } from '../../components/values/formats.ts';
import { FigureList, type Figure } from '../../components/values/facts.tsx';
import { Transcript } from './transcript.tsx';
import { GradeList } from '../../components/trials/grade-list.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { OutcomeLabel } from '../../components/values/state-label.tsx';

export function TrialView({ trial, label }: { trial: EvalTrial; label: string }) {
  const { verdict, error, grades } = trial;
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {label} <OutcomeLabel outcome={verdict} />
      </h3>
      {error !== null && <LongText text={error} className="mt-1 font-sans text-sm text-bad" />}
      <FigureList figures={listTrialFigures(trial)} />
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

function listTrialFigures(trial: EvalTrial): readonly Figure[] {
  return [
    { name: 'Score', value: trial.score === null ? 'unknown' : trial.score.toFixed(2) },
    { name: 'Ended by', value: trial.endedBy.replaceAll('_', ' ') },
    { name: 'Steps', value: trial.steps.toLocaleString('en') },
    { name: 'Tool calls', value: trial.toolCalls.toLocaleString('en') },
    { name: 'Duration', value: formatDuration(trial.durationS * 1000) },
    { name: 'Tokens in', value: trial.inputTokens.toLocaleString('en') },
    { name: 'Tokens out', value: trial.outputTokens.toLocaleString('en') },
    { name: 'Cost', value: formatDollars(trial.costUsd) },
    { name: 'Judge cost', value: formatDollars(trial.judgeCostUsd) },
    { name: 'Seed', value: String(trial.seed) },
    { name: 'Started', value: formatStartTime(trial) },
  ];
}

function formatStartTime({ startedAt }: EvalTrial): string {
  const at = Date.parse(startedAt);
  return Number.isNaN(at) ? 'unknown' : formatTimestamp(at);
}
