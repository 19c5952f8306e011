import { useId, useState } from 'react';
import {
  choiceToDecision,
  DENIAL_TEXT,
  EDITED_TEXT,
  formatApprovalTitle,
  formatArguments,
  listConsentChoices,
  type ApprovalDecision,
  type ApprovalItem,
  type ConsentChoice,
} from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { TextField } from '../forms/form.tsx';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';
import { useSeenEnd } from './use-seen-end.ts';

interface ApprovalCardProps {
  readonly item: ApprovalItem;
  readonly isSending: boolean;
  readonly onDecide: (decision: ApprovalDecision) => void;
}

export function ApprovalCard({ item, isSending, onDecide }: ApprovalCardProps) {
  const title = useId();
  const before = formatArguments(item.arguments);
  const [text, setText] = useState(before);
  const [reason, setReason] = useState('');
  const { hasSeenEnd, box, look } = useSeenEnd<HTMLDivElement>(before);
  const isChanged = text !== before;
  const isValid = !isChanged || isJsonObject(tryParseJson(text));
  const canApprove = hasSeenEnd && isValid && !isSending;
  const { callId, name, number, total, cause, tool } = item;
  const [once, ...longer] = listConsentChoices(item);
  const approve = (choice: ConsentChoice | undefined): void => {
    if (!choice) return;
    const decision = choiceToDecision(choice, callId, tool?.call);
    onDecide({ ...decision, ...(isChanged && { arguments: text }) });
  };
  return (
    <div role="group" aria-labelledby={title} className="rounded-md border border-line p-3">
      <h3 id={title} className="font-semibold break-words">
        {formatApprovalTitle({ name, arguments: item.arguments, reason: cause })}
        {total > 1 && ` ${number} of ${total}`}
      </h3>
      <div ref={box} className="mt-2">
        <TextField
          label="Arguments"
          className="font-mono [unicode-bidi:bidi-override]"
          dir="ltr"
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
      <div className="mt-3">
        <TextField label="Reason (if denied)" value={reason} onChange={setReason} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="strong" disabled={!canApprove} onClick={() => approve(once)}>
          {isChanged ? EDITED_TEXT : once?.text}
        </Button>
        {longer.map((choice) => (
          <Button
            key={choice.id}
            disabled={!canApprove || isChanged}
            onClick={() => approve(choice)}
          >
            {choice.text}
          </Button>
        ))}
        <Button
          variant="danger"
          disabled={isSending}
          onClick={() =>
            onDecide({ callId, approved: false, ...(reason.trim() && { reason: reason.trim() }) })
          }
        >
          {DENIAL_TEXT}
        </Button>
      </div>
    </div>
  );
}
