import { useEffect, useMemo, useState } from 'react';
import type { EvalOutputPair, ReportRun } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../components/notices/notices.tsx';
import { OutputList } from '../routes/evals/output-list.tsx';
import { listTaskIds, readOutputs } from './read-outputs.ts';
import type { ReadDetail } from './trial-detail-reader.ts';

/** Number of tasks that are read at a time. */
const TASKS_PER_PAGE = 20;

interface StoredOutputsProps {
  readonly before: ReportRun;
  readonly after: ReportRun;
  readonly read: ReadDetail;
  readonly onOpen: (taskId: string, trial: number) => void;
}

/** Shows the answers of two evaluation runs, from the transcripts inside the report file. */
export function StoredOutputs({ before, after, read, onOpen }: StoredOutputsProps) {
  const ids = useMemo(() => listTaskIds(before, after), [before, after]);
  const [wanted, want] = useState(TASKS_PER_PAGE);
  const [pairs, setPairs] = useState<readonly EvalOutputPair[]>([]);
  const [message, setMessage] = useState<string>();
  const goal = Math.min(wanted, ids.length);
  useEffect(() => {
    let isShown = true;
    readOutputs([before, after], ids.slice(0, goal), read).then(
      (found) => isShown && setPairs(found),
      (thrown: unknown) => {
        const said = thrown instanceof Error ? thrown.message : String(thrown);
        if (isShown) setMessage(`The answers cannot be read: ${said}`);
      },
    );
    return () => {
      isShown = false;
    };
  }, [before, after, ids, goal, read]);
  if (message !== undefined) return <FailureNotice message={message} />;
  return (
    <OutputList
      pairs={pairs}
      total={ids.length}
      isReading={pairs.length < goal}
      onMore={goal < ids.length ? () => want(wanted + TASKS_PER_PAGE) : undefined}
      renderTask={(task, trial) => (
        <button
          type="button"
          className="font-mono text-accent hover:underline"
          onClick={() => onOpen(task, trial)}
        >
          <bdi>{task}</bdi>
        </button>
      )}
    />
  );
}
