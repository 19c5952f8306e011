import type { ReactNode } from 'react';
import { findPageAdvice } from '@timestep-ai/timestep/view';
import type { ReplyItem, UserItem, ViewItem } from '@timestep-ai/timestep/view';
import { LongText } from '../values/long-text.tsx';
import { UsageLine } from '../values/facts.tsx';
import { formatDuration } from '../values/formats.ts';
import { CallCard } from './call-card.tsx';
import { FileList } from './file-list.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { Fold } from '../controls/fold.tsx';

export function ConversationItem({ item }: { item: ViewItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage text={item.text} files={item.files} note={getUserNote(item)} />;
    case 'assistant':
      return (
        <AgentBlock by="Agent" note={getReplyNote(item)}>
          <Markdown text={item.text} />
        </AgentBlock>
      );
    case 'reasoning':
      return (
        <Fold
          title={item.state === 'streaming' ? 'Thinking' : 'Thought'}
          className="px-4 py-1 text-sm text-muted"
          titleClass="rounded-sm hover:text-text"
        >
          <p className="mt-1 border-s-2 border-line ps-3 whitespace-pre-wrap">{item.text}</p>
        </Fold>
      );
    case 'call':
      return <CallCard call={item} />;
    case 'approval':
      return (
        <NoteLine>
          Approval {item.number} of {item.total} for {item.name}: {item.state}
          {item.cause !== undefined && ` (${item.cause})`}
        </NoteLine>
      );
    case 'question':
      return (
        <NoteLine>
          Question: {item.text} {item.answer === undefined ? item.state : `Answer: ${item.answer}`}
        </NoteLine>
      );
    case 'artifact':
      return (
        <AgentBlock by={`Artifact ${item.name}`} isNamed note={item.isComplete ? '' : 'incomplete'}>
          <pre className="font-mono text-xs whitespace-pre-wrap">{item.text}</pre>
          <FileList files={item.files} />
        </AgentBlock>
      );
    case 'notice':
      return (
        <NoteLine>
          {item.text} {findPageAdvice(item)}
        </NoteLine>
      );
    case 'end':
      return (
        <NoteLine>
          {item.state} after {formatDuration(item.durationMs)}, <UsageLine {...item} />
        </NoteLine>
      );
  }
}

function getUserNote({ isSteering }: UserItem): string {
  return isSteering ? 'sent while the agent was running' : '';
}

function getReplyNote({ state }: ReplyItem): string {
  switch (state) {
    case 'superseded':
      return 'reply lost in a crash, then generated again';
    case 'cut':
      return 'cut';
    case 'streaming':
    case 'done':
      return '';
  }
}

interface UserMessageProps {
  readonly text: string;
  readonly files?: UserItem['files'] | undefined;
  /** Note such as a time or a state, shown with the message. Empty for an ordinary message. */
  readonly note?: string;
}

/** A message of the user, on the right as in chat programs. */
export function UserMessage({ text, files, note = '' }: UserMessageProps) {
  return (
    <div className="flex flex-col items-end px-4 py-2">
      <div className="max-w-[85%] rounded-2xl rounded-ee-md bg-chosen px-3.5 py-2">
        <span className="sr-only">User</span>
        <LongText text={text} className="font-sans" />
        <FileList files={files} />
      </div>
      {note !== '' && <span className="mt-0.5 text-xs text-muted">{note}</span>}
    </div>
  );
}

interface AgentBlockProps {
  readonly by: string;
  /** Whether the agent's name is visible. If not, only screen readers say it. */
  readonly isNamed?: boolean;
  readonly note: string;
  readonly children: ReactNode;
}

function AgentBlock({ by, isNamed = false, note, children }: AgentBlockProps) {
  return (
    <div className="px-4 py-1.5">
      <div className={isNamed ? 'text-xs font-semibold text-muted' : 'sr-only'}>{by}</div>
      {children}
      {note !== '' && <span className="text-xs text-warn">{note}</span>}
    </div>
  );
}

function NoteLine({ children }: { children: ReactNode }) {
  return <p className="px-4 py-1 text-sm text-muted">{children}</p>;
}
