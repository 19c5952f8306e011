import { memo, useState } from 'react';
import type { NumberedEvent } from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { JsonView } from '../../components/values/json-view.tsx';
import { formatTimestamp } from '../../components/values/formats.ts';
import { TaskLogLoader } from './task-log-loader.tsx';

export function TaskEvents({ taskId }: { taskId: string }) {
  return (
    <TaskLogLoader taskId={taskId}>
      {({ events }) => (
        <VList data={events} className="h-full" role="list" aria-label="Events" tabIndex={0}>
          {(event) => <EventRow key={event.generation} event={event} />}
        </VList>
      )}
    </TaskLogLoader>
  );
}

const EventRow = memo(function EventRow({ event }: { event: NumberedEvent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="listitem" className="border-b border-line px-4 py-1 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full flex-wrap gap-x-3 text-left"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="text-muted tabular-nums">{event.generation}</span>
        <span className="font-mono">{event.type}</span>
        <span className="text-muted">{formatTimestamp(event.at)}</span>
      </button>
      {isOpen && <JsonView label={`event ${event.generation}`} value={event} />}
    </div>
  );
});
