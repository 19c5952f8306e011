import { historyToItems, getText, type EvalTrial } from '@timestep-ai/timestep/view';
import { ConversationItem } from '../../components/conversation/conversation-item.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { Fold } from '../../components/controls/fold.tsx';

export function Transcript({ trial: { messages } }: { trial: EvalTrial }) {
  if (!messages) return <p className="text-sm text-muted">This run has no transcripts.</p>;
  const instructions = messages.filter(({ role }) => role === 'system').map(getText);
  if (messages.length === 0) return <p className="text-sm text-muted">No messages.</p>;
  const items = historyToItems('trial', messages);
  return (
    <ol className="divide-y divide-line">
      {instructions.map((text, at) => (
        // React keys are indexes, because messages of a transcript never change.
        <li key={`system/${at}`}>
          <Fold title="Instructions" className="px-4 py-2 text-sm">
            <LongText text={text} className="font-sans" />
          </Fold>
        </li>
      ))}
      {items.map((item) => (
        <li key={item.id} className="[content-visibility:auto]">
          <ConversationItem item={item} />
        </li>
      ))}
    </ol>
  );
}
