import { useId, useState } from 'react';
import {
  escapeHidden,
  escapeHiddenInJson,
  type ApprovalDecision,
  type ApprovalItem,
} from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { TextField } from '../forms/form.tsx';
import { indentJson } from '../values/indent-json.ts';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';
import { useSeenEnd } from './use-seen-end.ts';

interface ApprovalCardProps {
  readonly item: ApprovalItem;
  readonly isSending: boolean;
  readonly onDecide: (decision: ApprovalDecision) => void;
}

export function ApprovalCard({ item, isSending, onDecide }: ApprovalCardProps) {
  const title = useId();
  const before = escapeHiddenInJson(indentJson(item.arguments));
  const [text, setText] = useState(before);
  const [reason, setReason] = useState('');
  const { hasSeenEnd, box, look } = useSeenEnd<HTMLDivElement>(before);
  const isChanged = text !== before;
  const isValid = !isChanged || isJsonObject(tryParseJson(text));
  const canApprove = hasSeenEnd && isValid && !isSending;
  const { callId, name, number, total, cause } = item;
  const approve = (scope: 'once' | 'session'): void =>
    onDecide({ callId, approved: true, scope, ...(isChanged && { arguments: text }) });
  return (
    <div role="group" aria-labelledby={title} className="rounded-md border border-line p-3">
      <h3 id={title} className="font-semibold">
        Approve <span className="font-mono break-all">{escapeHidden(name)}</span>?
        {total > 1 && ` (${number} of ${total})`}
      </h3>
      {cause !== undefined && (
        <p className="mt-1 text-sm whitespace-pre-wrap">{escapeHidden(cause)}</p>
      )}
      <div ref={box}>
        <TextField
          label="Arguments"
          className="font-mono"
          rows={Math.min(text.split('\n').length + 1, 16)}
          value={text}
          aria-invalid={!isValid}
          spellCheck={false}
          onChange={setText}
          onScroll={look}
        />
      </div>
      {!hasSeenEnd && (
        <p className="text-sm text-warn" role="status">
          Scroll to the end of the arguments to approve the call.
        </p>
      )}
      {!isValid && <p className="text-sm text-bad">The arguments must be a JSON object.</p>}
      <TextField label="Reason (if denied)" value={reason} onChange={setReason} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="strong" disabled={!canApprove} onClick={() => approve('once')}>
          {isChanged ? 'Approve as edited' : 'Approve once'}
        </Button>
        <Button disabled={!canApprove} onClick={() => approve('session')}>
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
