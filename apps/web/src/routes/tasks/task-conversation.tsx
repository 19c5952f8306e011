import { memo, useCallback, useMemo, useState } from 'react';
import {
  itemsOf,
  type ConversationView,
  type UserItem,
  type ViewItem,
} from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { Button } from '../../components/button.tsx';
import { ConversationItem } from '../../components/conversation-item.tsx';
import { ForkDialog } from './fork-dialog.tsx';

/** What was said and done, as a conversation; a task that has ended can be forked from what a person said. */
export function TaskConversation({
  taskId,
  view,
  isEnded,
}: {
  readonly taskId: string;
  readonly view: ConversationView;
  readonly isEnded: boolean;
}) {
  const items = useMemo(() => itemsOf(view), [view]);
  const [forked, setForked] = useState<UserItem>();
  const close = useCallback(() => setForked(undefined), []);
  return (
    <>
      <VList data={items} className="h-full" role="list" aria-label="Conversation" tabIndex={0}>
        {(item) => <Item key={item.id} item={item} onFork={isEnded ? setForked : undefined} />}
      </VList>
      {forked && (
        <ForkDialog
          taskId={taskId}
          from={forked.id.slice(idBefore(taskId).length)}
          before={forked.text}
          onClose={close}
        />
      )}
    </>
  );
}

/** Items that have not changed are the same objects. */
const Item = memo(function Item({
  item,
  onFork,
}: {
  readonly item: ViewItem;
  readonly onFork: ((item: UserItem) => void) | undefined;
}) {
  const isOwn = item.kind === 'user' && item.id.startsWith(idBefore(item.taskId));
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

/** What an item's id has before the id of its message; what came with the history has none. */
function idBefore(taskId: string): string {
  return `${taskId}/message/`;
}
