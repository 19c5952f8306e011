import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { downloadFile } from '../../api/api-client.ts';
import { useSend } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { DialogButton } from '../../components/controls/dialog.tsx';
import { TaskStatePill } from '../../components/values/state-label.tsx';
import { describeTaskRerun } from './fork/describe-step-fork.ts';
import { useForkTask } from './fork/fork-dialog.tsx';
import { RepeatDialog } from './fork/fork-step-button.tsx';
import { getTaskApiPath } from './use-task-details.ts';

/** Id of the row of a timeline that is the task itself. */
const WHOLE_TASK = 'turn/1/';

/** Name, state and actions of a task. */
export function TaskHeading({ head }: { head: TaskDetails }) {
  const { id, title, agent, contextId, state, end } = head;
  const isOpen = end === undefined;
  const fork = useForkTask(id);
  const cancel = useSend('POST', getTaskApiPath(id, '/cancel'));
  const download = useMutation({
    mutationFn: () => downloadFile(getTaskApiPath(id, '/log'), `task-${id}.jsonl`),
  });
  const failure = cancel.error ?? download.error ?? fork.error;
  return (
    <header className="border-b border-line">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <Link to="/tasks" className="text-sm text-muted hover:text-text">
          All tasks
        </Link>
        <span aria-hidden="true" className="-mx-1 text-muted max-sm:hidden">
          /
        </span>
        <h1 className="max-w-160 min-w-0 truncate text-xl font-semibold max-sm:basis-full">
          {title || id}
        </h1>
        <TaskStatePill state={state} />
        <Link to="/tasks" search={{ agent }} className="text-sm text-muted hover:text-text">
          {agent}
        </Link>
        <div className="ms-auto flex items-center gap-2">
          <Link
            to="/tasks"
            search={{ context: contextId }}
            className="text-sm text-muted hover:text-text max-sm:hidden"
          >
            Whole conversation
          </Link>
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
          {end && (
            <DialogButton label="Run again">
              {(close) => (
                <RepeatDialog
                  taskId={id}
                  agent={agent}
                  row={WHOLE_TASK}
                  {...describeTaskRerun(head.isAsked === true)}
                  onClose={close}
                />
              )}
            </DialogButton>
          )}
          <Button onClick={() => download.mutate()}>Download the log</Button>
        </div>
      </div>
      <p role="status" className="px-4 text-sm text-bad">
        {failure?.message}
      </p>
    </header>
  );
}

/** Notices of a task: why it waits or failed, what its model could not read, and where it comes from. */
export function TaskNotices({ head }: { head: TaskDetails }) {
  const { id, waits, leftOut, end, path, forkedFrom } = head;
  return (
    <>
      {waits && <p className="px-4 pb-2 text-sm text-warn">This task is {waits}.</p>}
      {leftOut && <p className="px-4 pb-2 text-sm text-warn">Left out: {leftOut}.</p>}
      {end?.error && <p className="px-4 pb-2 text-sm text-bad">{end.error.message}</p>}
      {path.length > 0 && (
        <p className="px-4 pb-2 text-sm text-muted">Called by {path.join(', then ')}</p>
      )}
      {forkedFrom && (
        <p className="px-4 pb-2 text-sm text-muted">
          {forkedFrom.generation === undefined
            ? 'Started with the messages of '
            : 'Started from a step of '}
          <Link
            to="/tasks/$taskId"
            params={{ taskId: forkedFrom.taskId }}
            className="text-accent underline"
          >
            an earlier task
          </Link>
          {'. '}
          <Link
            to="/tasks/$taskId/against/$otherId"
            params={{ taskId: forkedFrom.taskId, otherId: id }}
            className="text-accent underline"
          >
            Compare both runs
          </Link>
        </p>
      )}
    </>
  );
}
