import type { CallItem } from '@timestep-ai/timestep/view';
import { ConversationItem } from './conversation-item.tsx';

export const title = 'Conversation item';

const facts = { id: 'a', taskId: 't1' };
const call: CallItem = {
  ...facts,
  kind: 'call',
  callId: 'c1',
  name: 'get_weather',
  arguments: '{"city":"Oakland"}',
  state: 'done',
  attempt: 2,
  result: '17 °C',
};

export const states = {
  user: <ConversationItem item={{ ...facts, kind: 'user', text: 'Weather?', isSteering: false }} />,
  assistant: (
    <ConversationItem
      item={{
        ...facts,
        kind: 'assistant',
        step: 1,
        attempt: 1,
        text: 'It is *mild*.',
        state: 'streaming',
      }}
    />
  ),
  call: <ConversationItem item={call} />,
  failed: (
    <ConversationItem
      item={{ ...call, state: 'failed', failure: { code: 'denied', message: 'not approved' } }}
    />
  ),
  notice: (
    <ConversationItem item={{ ...facts, kind: 'notice', about: 'resumed', text: 'Resumed.' }} />
  ),
};
