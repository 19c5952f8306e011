import { useId, useState } from 'react';
import type { ApprovalDecision, ApprovalItem } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { formatArguments, isJsonObjectText } from '../forms/format-arguments.ts';

interface ApprovalCardProps {
  readonly item: ApprovalItem;
  readonly isSending: boolean;
  readonly onDecide: (decision: ApprovalDecision) => void;
}

export function ApprovalCard({ item, isSending, onDecide }: ApprovalCardProps) {
  const id = useId();
  const before = formatArguments(item.arguments);
  const [text, setText] = useState(before);
  const [reason, setReason] = useState('');
  const isChanged = text !== before;
  const isValid = !isChanged || isJsonObjectText(text);
  const { callId, name, number, total, cause } = item;
  const approve = (scope: 'once' | 'session'): void =>
    onDecide({ callId, approved: true, scope, ...(isChanged && { arguments: text }) });
  return (
    <div role="group" aria-labelledby={`${id}-name`} className="rounded-md border border-line p-3">
      <h3 id={`${id}-name`} className="font-semibold">
        Approve <span className="font-mono break-all">{name}</span>?
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
        Reason (if denied)
      </label>
      <input
        id={`${id}-reason`}
        className="w-full rounded-md border border-line bg-page p-1 text-sm"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="strong" disabled={isSending || !isValid} onClick={() => approve('once')}>
          {isChanged ? 'Approve as edited' : 'Approve once'}
        </Button>
        <Button disabled={isSending || !isValid} onClick={() => approve('session')}>
          Approve for this session
        </Button>
        <Button
          variant="danger"
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
