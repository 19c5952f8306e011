import { Loaded } from '../../components/notices/loaded.tsx';
import { NotificationButton } from './notification-button.tsx';
import { RememberedConsents } from './remembered-consents.tsx';
import { useInbox } from './use-inbox.ts';
import { WaitingTaskList } from './waiting-task-list.tsx';

export function InboxPage() {
  return (
    <div className="h-full overflow-y-auto p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-xl font-semibold">Inbox</h1>
        <NotificationButton />
      </div>
      <Loaded query={useInbox()} what="the inbox">
        {(inbox) => <WaitingTaskList inbox={inbox} />}
      </Loaded>
      <RememberedConsents />
    </div>
  );
}
