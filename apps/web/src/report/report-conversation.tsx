import { useMemo } from 'react';
import {
  applyUpdate,
  EMPTY_VIEW,
  listViewItems,
  type NumberedEvent,
} from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { ConversationItem } from '../components/conversation/conversation-item.tsx';

interface ReportConversationProps {
  readonly taskId: string;
  readonly events: readonly NumberedEvent[];
  /** Shows the conversation as it was at this time, in milliseconds since the epoch. Undefined: all of it. */
  readonly until: number | undefined;
}

/** Shows the conversation of a task in a report, which is a file without a server. */
export function ReportConversation({ taskId, events, until = Infinity }: ReportConversationProps) {
  const items = useMemo(() => {
    let view = EMPTY_VIEW;
    for (const event of events)
      if (event.at <= until) view = applyUpdate(view, { kind: 'event', event, taskId });
    return listViewItems(view);
  }, [taskId, events, until]);
  return (
    <VList data={items} className="h-full" role="list" aria-label="Conversation" tabIndex={0}>
      {(item) => (
        <div key={item.id} role="listitem" className="mx-auto w-full max-w-3xl">
          <ConversationItem item={item} />
        </div>
      )}
    </VList>
  );
}
