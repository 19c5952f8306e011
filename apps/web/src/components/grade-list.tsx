import type { EvalGrade } from 'timestep/view';
import { JsonView } from './json-view.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

/** What each grader said of a trial. */
export function GradeList({
  grades,
  about,
}: {
  readonly grades: readonly EvalGrade[];
  /** The trial, for those who hear the page. */
  readonly about: string;
}) {
  if (grades.length === 0)
    return <p className="text-sm text-muted">No grader judged this trial.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {grades.map(({ name, standing, score, reason }, at) => (
        <li key={`${name}/${at}`} className="rounded-md border border-line p-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <VerdictBadge outcome={standing} />
            <bdi className="font-mono text-sm">{name}</bdi>
            <span className="text-sm text-muted tabular-nums">score {score.toFixed(2)}</span>
          </div>
          {reason !== '{}' && (
            <Reason label={`${about}, grade ${at + 1}: reason of ${name}`} text={reason} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Reason({ label, text }: { readonly label: string; readonly text: string }) {
  const value = valueIn(text);
  if (value === undefined) return <p className="mt-1 text-sm whitespace-pre-wrap">{text}</p>;
  return (
    <div className="mt-1">
      <JsonView label={label} value={value} />
    </div>
  );
}

/** `undefined` where a text is not JSON. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
