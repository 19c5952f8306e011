import { useState, type ReactNode } from 'react';
import { counted, type EvalOutputPair } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { OutcomeLabel } from '../../components/values/state-label.tsx';
import { TextDiff } from '../../components/values/text-diff.tsx';
import { haveOutputsChanged } from './different-pairs.ts';
import { Fold } from '../../components/controls/fold.tsx';

/** What the first trial of each task has answered in two runs. It is read only when a person opens it. */
export function OutputMatrix({ children }: { readonly children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold
      title="Answers, task by task"
      className="mt-4 rounded-lg border border-line"
      titleClass="px-3 py-2 font-semibold"
      onToggle={setOpen}
    >
      {isOpen && children()}
    </Fold>
  );
}

interface OutputListProps {
  readonly pairs: readonly EvalOutputPair[];
  /** Number of all tasks, whether already read or not. */
  readonly total: number;
  readonly isReading: boolean;
  /** Reads the next tasks; undefined if all were read. */
  readonly onMore: (() => void) | undefined;
  /** Renders the id of a task, which opens its trial. */
  readonly renderTask: (taskId: string, trial: number) => ReactNode;
}

/** Shows the answers of two evaluation runs side by side, with their differences. */
export function OutputList({ pairs, total, isReading, onMore, renderTask }: OutputListProps) {
  const [isAll, showAll] = useState(false);
  const shown = isAll ? pairs : pairs.filter(haveOutputsChanged);
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center gap-3 px-3 py-2 text-sm">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent"
            checked={!isAll}
            onChange={() => showAll(!isAll)}
          />
          Only different answers
        </label>
        <span role="status" className="text-muted">
          {pairs.length === 0 && isReading
            ? 'Reading answers…'
            : `${shown.length} shown, ${pairs.length} of ${counted(total, 'task')} read`}
        </span>
        {onMore && (
          <Button disabled={isReading} onClick={onMore}>
            Read more tasks
          </Button>
        )}
      </div>
      <ul>
        {shown.map((pair) => (
          <li key={pair.taskId} className="border-t border-line/70 p-3">
            <p className="text-sm">
              {renderTask(pair.taskId, (pair.after ?? pair.before)?.trial ?? 0)}
            </p>
            <OutputPair pair={pair} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutputPair({ pair: { before, after } }: { pair: EvalOutputPair }) {
  return (
    <div className="mt-1.5 grid gap-3 text-sm md:grid-cols-2">
      {[before, after].map((output, place) => (
        <div key={place === 0 ? 'before' : 'after'} className="min-w-0">
          <p className="text-xs text-muted">
            {place === 0 ? 'Before' : 'After'} {output && <OutcomeLabel outcome={output.verdict} />}
          </p>
          {place === 1 && before && after ? (
            <TextDiff before={before.text} after={after.text} />
          ) : (
            <p className="break-words whitespace-pre-wrap">
              {output ? output.text || 'no answer' : 'not run'}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
