import { memo, useMemo, useState } from 'react';
import { listViewItems, type UserItem, type ViewItem } from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { Button } from '../../components/controls/button.tsx';
import { ConversationItem } from '../../components/conversation/conversation-item.tsx';
import { ForkDialog } from './fork/fork-dialog.tsx';
import { TaskLogLoader } from './task-log-loader.tsx';
import { applyUpdates, createEmptyTaskLog, type TaskLog } from './task-log.ts';

interface TaskConversationProps {
  readonly taskId: string;
  readonly isEnded: boolean;
  /**
   * Shows the conversation as it was at this time, in milliseconds since the epoch. Undefined: as
   * it is now.
   */
  readonly until?: number | undefined;
}

export function TaskConversation(props: TaskConversationProps) {
  return (
    <TaskLogLoader taskId={props.taskId}>
      {(log) => <Conversation {...props} view={cutConversationAtTime(log, props)} />}
    </TaskLogLoader>
  );
}

function cutConversationAtTime(log: TaskLog, { taskId, until }: TaskConversationProps) {
  if (until === undefined) return log.conversation;
  const past = log.events.filter(({ at }) => at <= until);
  const updates = past.map((event) => ({ kind: 'event', event }) as const);
  return applyUpdates(createEmptyTaskLog(), taskId, updates).conversation;
}

interface ConversationProps extends TaskConversationProps {
  readonly view: TaskLog['conversation'];
}

function Conversation({ taskId, view, isEnded }: ConversationProps) {
  const items = useMemo(() => listViewItems(view), [view]);
  const [forked, setForked] = useState<UserItem>();
  return (
    <>
      <VList data={items} className="h-full" role="list" aria-label="Conversation" tabIndex={0}>
        {(item) => <ListItem key={item.id} item={item} onFork={isEnded ? setForked : undefined} />}
      </VList>
      {forked && (
        <ForkDialog
          taskId={taskId}
          from={forked.id.slice(getMessageIdPrefix(taskId).length)}
          before={forked.text}
          onClose={() => setForked(undefined)}
        />
      )}
    </>
  );
}

interface ListItemProps {
  readonly item: ViewItem;
  readonly onFork: ((item: UserItem) => void) | undefined;
}

/** List items are memoized by their object: an unchanged item is not rendered again. */
const ListItem = memo(function ListItem({ item, onFork }: ListItemProps) {
  const isOwn = item.kind === 'user' && item.id.startsWith(getMessageIdPrefix(item.taskId));
  return (
    <div role="listitem" className="mx-auto w-full max-w-3xl">
      <ConversationItem item={item} />
      {isOwn && onFork && (
        <Button className="mx-4" onClick={() => onFork(item)}>
          Fork from here
        </Button>
      )}
    </div>
  );
});

/** Returns the prefix of message ids in a task; messages of the history have another prefix. */
const getMessageIdPrefix = (taskId: string): string => `${taskId}/message/`;
