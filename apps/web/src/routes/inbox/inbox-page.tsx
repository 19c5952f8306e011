import { useState } from 'react';
import type { WaitingTasks } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useInbox } from './use-inbox.ts';
import { WaitingTask } from './waiting-task.tsx';

/** Everything that waits for a person, over all agents, the oldest first. */
export function InboxPage() {
  const { data, error, refetch } = useInbox();
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">Inbox</h1>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="mt-2 text-muted">Reading what waits…</p>}
      {data && <Waiting inbox={data} />}
    </div>
  );
}

/** An answer that came after another one. */
interface Refused {
  readonly key: string;
  readonly title: string;
  readonly message: string;
}

function Waiting({ inbox: { tasks, total } }: { readonly inbox: WaitingTasks }) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  return (
    <>
      <div role="alert">
        {refused.map(({ key, title, message }) => (
          <p key={key} className="mt-2 flex max-w-3xl flex-wrap items-center gap-2 text-warn">
            <span>
              {title}: {message}
            </span>
            <Button onClick={() => setRefused((before) => before.filter((one) => one.key !== key))}>
              Dismiss
            </Button>
          </p>
        ))}
      </div>
      <p role="status" className="mt-1 text-sm text-muted">
        {total === 1 ? '1 task waits' : `${total} tasks wait`}
        {total > tasks.length ? `; the oldest ${tasks.length} are shown` : ''}
      </p>
      {total === 0 && (
        <EmptyState title="Nothing waits for you">
          Approvals and questions of all agents come here.
        </EmptyState>
      )}
      <div className="mt-3 flex max-w-3xl flex-col gap-4">
        {tasks.map((line) => (
          <Panel key={line.id}>
            <WaitingTask
              line={line}
              onRefused={(message) =>
                setRefused((before) => [
                  ...before,
                  { key: crypto.randomUUID(), title: line.title || line.id, message },
                ])
              }
            />
          </Panel>
        ))}
      </div>
    </>
  );
}
