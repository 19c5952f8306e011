import { useId, useState } from 'react';
import type { ApprovalDecision, ApprovalItem } from '@timestep-ai/timestep/view';
import { Button } from './button.tsx';
import { argumentsText, isArguments } from './arguments-text.ts';

/** A call that waits for a person, with everything it would be made with. */
export function ApprovalCard({
  item,
  isSending,
  onDecide,
}: {
  readonly item: ApprovalItem;
  readonly isSending: boolean;
  readonly onDecide: (decision: ApprovalDecision) => void;
}) {
  const id = useId();
  const before = argumentsText(item.arguments);
  const [text, setText] = useState(before);
  const [reason, setReason] = useState('');
  const isChanged = text !== before;
  const isValid = !isChanged || isArguments(text);
  const { callId, name, number, total, cause } = item;
  const accept = (scope: 'once' | 'session'): void =>
    onDecide({ callId, approved: true, scope, ...(isChanged && { arguments: text }) });
  return (
    <div role="group" aria-labelledby={`${id}-name`} className="rounded-md border border-line p-3">
      <h3 id={`${id}-name`} className="font-semibold">
        May <span className="font-mono break-all">{name}</span> be called?
        {total > 1 && ` (${number} of ${total})`}
      </h3>
      {cause !== undefined && <p className="mt-1 text-sm whitespace-pre-wrap">{cause}</p>}
      <label htmlFor={`${id}-arguments`} className="mt-2 block text-xs text-muted">
        Arguments
      </label>
      <textarea
        id={`${id}-arguments`}
        className="w-full rounded-md border border-line bg-surface p-2 font-mono text-xs"
        rows={Math.min(text.split('\n').length + 1, 16)}
        value={text}
        aria-invalid={!isValid}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {!isValid && <p className="text-sm text-bad">The arguments must be a JSON object.</p>}
      <label htmlFor={`${id}-reason`} className="mt-2 block text-xs text-muted">
        Reason, where the call is denied
      </label>
      <input
        id={`${id}-reason`}
        className="w-full rounded-md border border-line bg-page p-1 text-sm"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="strong" disabled={isSending || !isValid} onClick={() => accept('once')}>
          {isChanged ? 'Accept as edited' : 'Accept once'}
        </Button>
        <Button disabled={isSending || !isValid} onClick={() => accept('session')}>
          Accept for this session
        </Button>
        <Button
          look="danger"
          disabled={isSending}
          onClick={() =>
            onDecide({ callId, approved: false, ...(reason.trim() && { reason: reason.trim() }) })
          }
        >
          Deny
        </Button>
      </div>
    </div>
  );
}
