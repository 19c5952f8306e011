import type { ApprovalItem, CallItem, QuestionItem, WindowFill } from '@timestep-ai/timestep/view';
import { ApprovalCard } from './approval-card.tsx';
import { Composer } from './composer.tsx';
import { ContextRing } from './context-ring.tsx';
import { ContextTable } from './context-table.tsx';
import { ConversationItem } from './conversation-item.tsx';
import { FileList } from './file-list.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { ModelPicker } from './model-picker.tsx';
import { QuestionCard } from './question-card.tsx';

const facts = { id: 'a', taskId: 't1' };

const approval: ApprovalItem = {
  ...facts,
  kind: 'approval',
  callId: 'c1',
  name: 'send_mail',
  arguments: '{"to":"ann@example.com"}',
  number: 1,
  total: 1,
  state: 'waiting',
};
const tool = {
  definition: { name: 'send_mail', server: 'post', input: {} },
  digest: 'sha256:a',
  call: 'sha256:b',
} as const;
const deciding = { item: approval, isSending: false, onDecide: () => {} };

const question: QuestionItem = {
  ...facts,
  kind: 'question',
  text: 'Which *city*?',
  choices: [],
  state: 'waiting',
};
const answering = { item: question, isSending: false, onAnswer: () => {} };

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

const reply = { ...facts, kind: 'assistant', step: 1, attempt: 1, state: 'streaming' } as const;

const composing = {
  isWorking: false,
  isSending: false,
  completions: [],
  onChange: () => {},
  onSend: async () => true,
  onStop: () => {},
};

const fill: WindowFill = {
  tokens: 24_300,
  parts: [
    { part: 'instructions', tokens: 1800 },
    { part: 'context', tokens: 2400 },
    { part: 'conversation', tokens: 5200 },
    { part: 'results', tokens: 11_700 },
    { part: 'tools', tokens: 3200 },
  ],
};

const choosing = {
  own: 'anthropic/claude-sonnet-5',
  models: ['anthropic/claude-sonnet-5', 'openai/gpt-5-mini'],
  onOpen: () => {},
  onChoose: async () => true,
};

const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const HOSTILE =
  '<img src=x onerror=alert(1)> ![x](https://example.invalid/a.png) [go](javascript:1)';

export const gallery = {
  Approval: {
    waiting: <ApprovalCard {...deciding} />,
    'with a cause, one of two': (
      <ApprovalCard
        {...deciding}
        item={{ ...approval, cause: 'It sends data to another server.', total: 2 }}
      />
    ),
    'of a tool that can be allowed for longer': (
      <ApprovalCard {...deciding} item={{ ...approval, tool }} />
    ),
    'to be scrolled': (
      <ApprovalCard
        {...deciding}
        item={{
          ...approval,
          arguments: JSON.stringify({ list: Array.from({ length: 50 }, String) }),
        }}
      />
    ),
    sending: <ApprovalCard {...deciding} isSending />,
  },
  Question: {
    words: <QuestionCard {...answering} />,
    choices: <QuestionCard {...answering} item={{ ...question, choices: ['Oakland', 'Tokyo'] }} />,
    sending: <QuestionCard {...answering} isSending />,
  },
  Composer: {
    empty: <Composer {...composing} />,
    working: <Composer {...composing} isWorking />,
    sending: <Composer {...composing} isSending />,
    completing: (
      <Composer
        {...composing}
        completions={[{ word: '/rename', about: 'renames the conversation' }, { word: '/fork' }]}
      />
    ),
  },
  'Context window': {
    'of a known size': <ContextRing fill={fill} window={200_000} />,
    'nearly full': <ContextRing fill={fill} window={30_000} />,
    'of an unknown size': <ContextRing fill={fill} window={undefined} />,
  },
  'Choice of a model': {
    'of the agent': <ModelPicker {...choosing} chosen={undefined} />,
    'of the conversation': <ModelPicker {...choosing} chosen="openai/gpt-5-mini" />,
  },
  'Selected context': {
    empty: <ContextTable items={[]} />,
    chosen: (
      <ContextTable
        items={[
          { kind: 'rule', name: 'refunds', reason: 'always' },
          { kind: 'tool', name: 'get_weather', reason: 'agent', score: 4.21 },
        ]}
        note="Only keywords were compared."
      />
    ),
  },
  'Conversation item': {
    user: (
      <ConversationItem item={{ ...facts, kind: 'user', text: 'Weather?', isSteering: false }} />
    ),
    assistant: <ConversationItem item={{ ...reply, text: 'It is *mild*.' }} />,
    call: <ConversationItem item={call} />,
    failed: (
      <ConversationItem
        item={{ ...call, state: 'failed', failure: { code: 'denied', message: 'not approved' } }}
      />
    ),
    'call of an agent': (
      <ConversationItem
        item={{
          ...call,
          name: 'call_agent',
          arguments: '{"agent":"research","message":"Why do requests fail?"}',
          state: 'running',
          attempt: 1,
          progress: 'archive › read_log checkout',
        }}
      />
    ),
    'change of a file': (
      <ConversationItem
        item={{
          ...call,
          name: 'edit_file',
          arguments: '{"path":"a.txt","old_string":"one\\ntwo","new_string":"one\\nthree"}',
        }}
      />
    ),
    notice: (
      <ConversationItem item={{ ...facts, kind: 'notice', about: 'resumed', text: 'Resumed.' }} />
    ),
  },
  Files: {
    picture: <FileList files={[{ name: 'dot.gif', mediaType: 'image/gif', url: DOT }]} />,
    several: (
      <FileList
        files={[
          { name: 'table.csv', mediaType: 'text/csv', url: 'data:text/csv,a%2Cb' },
          { name: 'other.pdf', mediaType: 'application/pdf', url: 'https://files.example/a.pdf' },
          { name: 'unknown', mediaType: 'text/plain', url: 'ftp://files.example/b' },
        ]}
      />
    ),
  },
  'Formatted text': {
    text: <Markdown text={'It is **sunny** in Oakland.\n\n1. Take a hat.\n2. `walk()`'} />,
    headings: <Markdown text={'# One\n\n## Two\n\n> Said so.\n\n```\nconst a = 1;\n```'} />,
    table: <Markdown text={'| City | °C |\n|---|---|\n| Oakland | 17 |'} />,
    hostile: <Markdown text={HOSTILE} />,
  },
};
