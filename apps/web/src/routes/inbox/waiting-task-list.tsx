import { useState } from 'react';
import { counted, type WaitingTasks } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState, ErrorBoundary } from '../../components/notices/notices.tsx';
import { INBOX_KEYS, useInboxKeys } from './use-inbox-keys.ts';
import { WaitingTask } from './waiting-task.tsx';

export function WaitingTaskList({ inbox: { tasks, total } }: { inbox: WaitingTasks }) {
  const [refused, setRefused] = useState<readonly (readonly [key: string, text: string])[]>([]);
  const cards = useInboxKeys(tasks.map(({ id }) => id));
  return (
    <>
      <div role="alert">
        {refused.map(([key, text]) => (
          <p key={key} className="mt-2 flex max-w-3xl flex-wrap items-center gap-2 text-warn">
            <span>{text}</span>
            <Button onClick={() => setRefused((before) => before.filter(([one]) => one !== key))}>
              Dismiss
            </Button>
          </p>
        ))}
      </div>
      <p role="status" className="mt-1 text-sm text-muted">
        {counted(total, 'task')} waiting
        {total > tasks.length ? `; showing the oldest ${tasks.length}` : ''}
      </p>
      {total === 0 && (
        <EmptyState title="Nothing is waiting">
          Approval requests and questions from all agents appear here.
        </EmptyState>
      )}
      {total > 0 && <KeyHint />}
      <div
        ref={cards}
        className="mt-3 grid max-w-3xl items-start gap-4 min-[1400px]:max-w-none min-[1400px]:grid-cols-2"
      >
        {tasks.map((line) => (
          <ErrorBoundary key={line.id}>
            <WaitingTask
              line={line}
              onRefused={(message) =>
                setRefused((before) => [
                  ...before,
                  [crypto.randomUUID(), `${line.title || line.id}: ${message}`],
                ])
              }
            />
          </ErrorBoundary>
        ))}
      </div>
    </>
  );
}

function KeyHint() {
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted max-md:hidden">
      {INBOX_KEYS.map(([keys, effect]) => (
        <span key={keys}>
          <kbd className="font-mono font-semibold">{keys}</kbd> {effect}
        </span>
      ))}
    </p>
  );
}
