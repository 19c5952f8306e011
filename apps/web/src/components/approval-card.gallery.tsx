import type { ApprovalItem } from '@timestep-ai/timestep/view';
import { ApprovalCard } from './approval-card.tsx';

export const title = 'Approval';

const item: ApprovalItem = {
  kind: 'approval',
  id: 'a',
  taskId: 't1',
  callId: 'c1',
  name: 'send_mail',
  arguments: '{"to":"ann@example.com"}',
  number: 1,
  total: 1,
  state: 'waiting',
};

export const states = {
  waiting: <ApprovalCard item={item} isSending={false} onDecide={() => {}} />,
  'with a cause, one of two': (
    <ApprovalCard
      item={{ ...item, cause: 'It sends data to another server.', total: 2 }}
      isSending={false}
      onDecide={() => {}}
    />
  ),
  sending: <ApprovalCard item={item} isSending onDecide={() => {}} />,
};
