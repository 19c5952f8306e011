import { costText, type CallItem, type ViewItem } from '@timestep-ai/timestep/view';
import { FileList } from './file-list.tsx';
import { indentedJson } from './indented-json.ts';
import { LongText } from './long-text.tsx';
import { Markdown } from './markdown.tsx';
import { lengthText } from './time-text.ts';

/** One item of a conversation. */
export function ConversationItem({ item }: { readonly item: ViewItem }) {
  switch (item.kind) {
    case 'user':
      return (
        <Said by={item.isSteering ? 'You, while it worked' : 'You'}>
          <LongText text={item.text} className="font-sans" />
          <FileList files={item.files} />
        </Said>
      );
    case 'assistant':
      return (
        <Said by="Agent" note={item.state === 'superseded' ? 'lost, and begun again' : item.state}>
          <Markdown text={item.text} />
        </Said>
      );
    case 'reasoning':
      return (
        <details className="px-4 py-2 text-sm text-muted">
          <summary>Thought</summary>
          <p className="whitespace-pre-wrap">{item.text}</p>
        </details>
      );
    case 'call':
      return <CallCard call={item} />;
    case 'approval':
      return (
        <Note>
          Approval {item.number} of {item.total} for {item.name}: {item.state}
          {item.cause === undefined ? '' : ` (${item.cause})`}
        </Note>
      );
    case 'question':
      return (
        <Note>
          Question: {item.text} {item.answer === undefined ? item.state : `Answer: ${item.answer}`}
        </Note>
      );
    case 'artifact':
      return (
        <Said by={`Gave ${item.name}`} note={item.isComplete ? '' : 'growing'}>
          <pre className="font-mono text-xs whitespace-pre-wrap">{item.text}</pre>
          <FileList files={item.files} />
        </Said>
      );
    case 'notice':
      return (
        <Note>
          {item.text} {item.advice}
        </Note>
      );
    case 'end':
      return (
        <Note>
          {item.state} after {lengthText(item.durationMs)},{' '}
          {item.usage.total_tokens.toLocaleString('en')} tokens, {costText(item.costUsd)}
        </Note>
      );
  }
}

function Said({
  by,
  note = '',
  children,
}: {
  readonly by: string;
  readonly note?: string;
  readonly children: React.ReactNode;
}) {
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

function Note({ children }: { readonly children: React.ReactNode }) {
  return <p className="px-4 py-1 text-sm text-muted">{children}</p>;
}

function CallCard({ call }: { readonly call: CallItem }) {
  const { name, state, attempt, result, failure } = call;
  return (
    <details className="mx-4 my-2 rounded-md border border-line p-2 text-sm">
      <summary>
        <span className="font-mono">{name}</span>{' '}
        <span className="text-muted">
          {state}
          {attempt > 1 ? `, attempt ${attempt}` : ''}
        </span>
      </summary>
      <h3 className="mt-2 text-xs text-muted">Arguments</h3>
      <LongText text={indentedJson(call.arguments)} className="font-mono text-xs" />
      {result !== undefined && (
        <>
          <h3 className="mt-2 text-xs text-muted">Result</h3>
          <LongText text={indentedJson(result)} className="font-mono text-xs" />
        </>
      )}
      {failure && <p className="mt-2 text-bad">{failure.message}</p>}
    </details>
  );
}
