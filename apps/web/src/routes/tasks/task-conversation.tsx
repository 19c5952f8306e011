import { memo, useMemo } from 'react';
import { itemsOf, type ConversationView } from 'timestep/view';
import { VList } from 'virtua';
import { ConversationItem } from '../../components/conversation-item.tsx';

/** Items that have not changed are the same objects. */
const Item = memo(ConversationItem);

/** What was said and done, as a conversation. */
export function TaskConversation({ view }: { readonly view: ConversationView }) {
  const items = useMemo(() => itemsOf(view), [view]);
  return (
    <VList data={items} className="h-full" role="list" aria-label="Conversation" tabIndex={0}>
      {(item) => (
        <div role="listitem" key={item.id}>
          <Item item={item} />
        </div>
      )}
    </VList>
  );
}
