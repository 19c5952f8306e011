import { indentJson, type CallItem, type ViewItem } from '@timestep-ai/timestep/view';
import { FileList } from './file-list.tsx';
import { LongText } from '../values/long-text.tsx';
import { Markdown } from './markdown.tsx';
import { UsageLine } from '../values/facts.tsx';
import { formatDuration } from '../values/formats.ts';

export function ConversationItem({ item }: { item: ViewItem }) {
  switch (item.kind) {
    case 'user':
      return (
        <MessageBlock by={item.isSteering ? 'User, while the agent was running' : 'User'}>
          <LongText text={item.text} className="font-sans" />
          <FileList files={item.files} />
        </MessageBlock>
      );
    case 'assistant':
      return (
        <MessageBlock
          by="Agent"
          note={item.state === 'superseded' ? 'lost, then retried' : item.state}
        >
          <Markdown text={item.text} />
        </MessageBlock>
      );
    case 'reasoning':
      return (
        <details className="px-4 py-2 text-sm text-muted">
          <summary>Reasoning</summary>
          <p className="whitespace-pre-wrap">{item.text}</p>
        </details>
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
        <MessageBlock by={`Artifact ${item.name}`} note={item.isComplete ? '' : 'incomplete'}>
          <pre className="font-mono text-xs whitespace-pre-wrap">{item.text}</pre>
          <FileList files={item.files} />
        </MessageBlock>
      );
    case 'notice':
      return (
        <NoteLine>
          {item.text} {item.advice}
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

interface MessageBlockProps {
  readonly by: string;
  readonly note?: string;
  readonly children: React.ReactNode;
}

function MessageBlock({ by, note = '', children }: MessageBlockProps) {
  return (
    <div className="px-4 py-2">
      <div className="text-xs font-semibold text-muted">
        {by}
        {note === '' || note === 'done' ? '' : ` (${note})`}
      </div>
      {children}
    </div>
  );
}

function NoteLine({ children }: { children: React.ReactNode }) {
  return <p className="px-4 py-1 text-sm text-muted">{children}</p>;
}

function CallCard({ call }: { call: CallItem }) {
  const { name, state, attempt, result, files, failure } = call;
  return (
    <div className="mx-4 my-2 text-sm">
      <details className="rounded-md border border-line p-2">
        <summary>
          <span className="font-mono">{name}</span>{' '}
          <span className="text-muted">
            {state}
            {attempt > 1 ? `, attempt ${attempt}` : ''}
          </span>
        </summary>
        <h3 className="mt-2 text-xs text-muted">Arguments</h3>
        <LongText text={indentJson(call.arguments)} className="font-mono text-xs" />
        {result !== undefined && (
          <>
            <h3 className="mt-2 text-xs text-muted">Result</h3>
            <LongText text={indentJson(result)} className="font-mono text-xs" />
          </>
        )}
        {failure && <p className="mt-2 text-bad">{failure.message}</p>}
      </details>
      <FileList files={files} />
    </div>
  );
}
