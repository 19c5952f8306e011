import { memo, useCallback, useMemo, useState } from 'react';
import {
  listViewItems,
  type ConversationView,
  type UserItem,
  type ViewItem,
} from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { Button } from '../../components/button.tsx';
import { ConversationItem } from '../../components/conversation-item.tsx';
import { ForkDialog } from './fork-dialog.tsx';

/** The messages and tool calls of a task. An ended task can be forked from any user message. */
export function TaskConversation({
  taskId,
  view,
  isEnded,
}: {
  readonly taskId: string;
  readonly view: ConversationView;
  readonly isEnded: boolean;
}) {
  const items = useMemo(() => listViewItems(view), [view]);
  const [forked, setForked] = useState<UserItem>();
  const close = useCallback(() => setForked(undefined), []);
  return (
    <>
      <VList data={items} className="h-full" role="list" aria-label="Conversation" tabIndex={0}>
        {(item) => (
          <ConversationListItem
            key={item.id}
            item={item}
            onFork={isEnded ? setForked : undefined}
          />
        )}
      </VList>
      {forked && (
        <ForkDialog
          taskId={taskId}
          from={forked.id.slice(getMessageIdPrefix(taskId).length)}
          before={forked.text}
          onClose={close}
        />
      )}
    </>
  );
}

/** Memoized, because unchanged items keep their identity. */
const ConversationListItem = memo(function Item({
  item,
  onFork,
}: {
  readonly item: ViewItem;
  readonly onFork: ((item: UserItem) => void) | undefined;
}) {
  const isOwn = item.kind === 'user' && item.id.startsWith(getMessageIdPrefix(item.taskId));
  return (
    <div role="listitem">
      <ConversationItem item={item} />
      {isOwn && onFork && (
        <Button className="mx-4" onClick={() => onFork(item)}>
          Fork from here
        </Button>
      )}
    </div>
  );
});

/**
 * Returns the prefix of an item id before the message id. Messages from the history have a
 * different prefix.
 */
function getMessageIdPrefix(taskId: string): string {
  return `${taskId}/message/`;
}
