import { describeCachedTokens, getText, type Message } from '@timestep-ai/timestep/view';
import { Markdown } from '../markdown/markdown.tsx';
import { LongText } from '../values/long-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { PanelCard } from './panel-card.tsx';
import { ResultView } from './result-view.tsx';

interface MessageCardProps {
  readonly message: Message;
  readonly isNew: boolean;
  /** Names of tools, by the id of the tool call. */
  readonly toolNames: ReadonlyMap<string, string>;
}

/** A card that shows one message that a model received, with its tool calls. */
export function MessageCard({ message, isNew, toolNames }: MessageCardProps) {
  const text = getText(message);
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return (
    <PanelCard
      title={getMessageLabel(message, toolNames)}
      isNew={isNew}
      aside={
        <>
          {isNew && <span className="text-model">new in this step</span>}
          <CopyButton name="Copy" getText={() => text} />
        </>
      }
    >
      {message.role === 'tool' ? (
        <ResultView label="Result" text={text} />
      ) : message.role === 'assistant' ? (
        <Markdown text={text} />
      ) : (
        <LongText text={text} className="font-sans" />
      )}
      {calls.map(({ id, function: { name, arguments: written } }) => (
        <div key={id} className="mt-1 font-mono text-xs">
          <span className="text-tool">{name}</span>
          <LongText text={written} className="text-muted" />
        </div>
      ))}
    </PanelCard>
  );
}

function getMessageLabel(message: Message, toolNames: ReadonlyMap<string, string>): string {
  switch (message.role) {
    case 'system':
      return 'Instructions';
    case 'user':
      return message.is_context ? 'Context, chosen for the message' : 'User';
    case 'assistant':
      return `Model${message.usage ? describeCachedTokens(message.usage) : ''}`;
    case 'tool':
      return `Result of ${toolNames.get(message.tool_call_id) ?? 'a tool'}`;
  }
}
