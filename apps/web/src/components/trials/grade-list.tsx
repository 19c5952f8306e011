import { indentJson, type EvalGrade } from '@timestep-ai/timestep/view';
import { LongText } from '../values/long-text.tsx';
import { OutcomeLabel } from '../values/state-label.tsx';

interface GradeListProps {
  readonly grades: readonly EvalGrade[];
  readonly about: string;
}

export function GradeList({ grades, about }: GradeListProps) {
  if (grades.length === 0) return <p className="text-sm text-muted">No grades for this trial.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {grades.map(({ name, standing, score, reason }, at) => (
        <li key={`${name}/${at}`} className="rounded-md border border-line p-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <OutcomeLabel outcome={standing} />
            <bdi className="font-mono text-sm">{name}</bdi>
            <span className="text-sm text-muted tabular-nums">score {score.toFixed(2)}</span>
          </div>
          {reason !== '{}' && (
            <LongText
              label={`${about}, grade ${at + 1}: reason given by ${name}`}
              text={indentJson(reason)}
              className="mt-1 max-h-96 overflow-auto rounded-md bg-surface p-3 font-mono text-xs"
            />
          )}
        </li>
      ))}
    </ul>
  );
}
