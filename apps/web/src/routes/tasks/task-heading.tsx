import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted, type TaskDetails } from '@timestep-ai/timestep/view';
import { downloadFile } from '../../api/api-client.ts';
import { useSend } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { formatDuration, formatTimestamp } from '../../components/values/formats.ts';
import { UsageLine } from '../../components/values/facts.tsx';
import { useForkTask } from './fork-dialog.tsx';
import { getTaskApiPath } from './use-task-details.ts';

export function TaskHeading({ head }: { head: TaskDetails }) {
  const { id, title, agent, contextId, state, end, children, path } = head;
  const isOpen = end === undefined;
  const fork = useForkTask(id);
  const cancel = useSend('POST', getTaskApiPath(id, '/cancel'));
  const download = useMutation({
    mutationFn: () => downloadFile(getTaskApiPath(id, '/log'), `task-${id}.jsonl`),
  });
  const failure = cancel.error ?? download.error ?? fork.error;
  return (
    <>
      <h1 className="mt-1 text-xl font-semibold">{title || id}</h1>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
        <TaskStateLabel state={state} />
        <Link to="/tasks" search={{ agent }} className="underline">
          {agent}
        </Link>
        <Link to="/tasks" search={{ context: contextId }} className="underline">
          context {contextId}
        </Link>
        <span>started {formatTimestamp(head.createdAt)}</span>
        <span>{formatDuration(head.workingMs)} working time</span>
        <span>
          {counted(head.steps, 'step')}, {counted(head.toolCalls, 'tool call')}
        </span>
        <UsageLine usage={head.usage} costUsd={head.costUsd} />
      </div>
      {head.waits && <p className="mt-1 text-sm text-warn">This task is {head.waits}.</p>}
      {end?.error && <p className="mt-1 text-sm text-bad">{end.error.message}</p>}
      {path.length > 0 && <p className="text-sm text-muted">Called by {path.join(', then ')}</p>}
      {children.length > 0 && (
        <p className="text-sm text-muted">
          Asked {counted(children.length, 'other task')}, whose steps the timeline shows.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {isOpen && (
          <Button variant="danger" onClick={() => cancel.mutate()}>
            Cancel the task
          </Button>
        )}
        {end && end.state !== 'completed' && (
          <Button
            variant="strong"
            disabled={fork.isPending}
            onClick={() => fork.mutate({ messageId: crypto.randomUUID() })}
          >
            Try again
          </Button>
        )}
        <Button onClick={() => download.mutate()}>Download the log</Button>
        <code className="text-xs text-muted">timestep tasks trace {id}</code>
      </div>
      <p role="status" className="text-sm text-bad">
        {failure?.message}
      </p>
    </>
  );
}
