import { useId, useState } from 'react';
import {
  choiceToDecision,
  DENIAL_TEXT,
  EDITED_TEXT,
  formatApprovalTitle,
  formatArguments,
  listApprovalRemarks,
  listConsentChoices,
  type ApprovalDecision,
  type ApprovalItem,
  type ConsentChoice,
} from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { TextField } from '../forms/form.tsx';
import { AskedArguments } from './asked-arguments.tsx';
import type { EditedCall } from '../forms/edited-arguments.tsx';
import { ApprovalButtons } from './longer-choices.tsx';
import { UnseenNote } from './unseen-note.tsx';
import { useSeenEnd } from './use-seen-end.ts';

interface ApprovalCardProps {
  readonly item: ApprovalItem;
  readonly isSending: boolean;
  readonly onDecide: (decision: ApprovalDecision) => void;
}

/** Asks whether a call may be made. It can be approved only after its arguments were on the screen to their end. */
export function ApprovalCard({ item, isSending, onDecide }: ApprovalCardProps) {
  const title = useId();
  const before = formatArguments(item.arguments);
  const [edited, setEdited] = useState<EditedCall>();
  const [reason, setReason] = useState('');
  const { unseen, box, look } = useSeenEnd<HTMLDivElement>(before);
  const isValid = edited?.isValid !== false;
  const isChanged = edited !== undefined && (!isValid || edited.text !== before);
  const canApprove = unseen === undefined && isValid && !isSending;
  const { callId, name, number, total, cause, tool } = item;
  const [once, ...longer] = listConsentChoices(item);
  const approve = (choice: ConsentChoice | undefined): void => {
    if (!choice) return;
    const decision = choiceToDecision(choice, callId, tool?.call);
    onDecide({ ...decision, ...(isChanged && { arguments: edited.text }) });
  };
  const deny = (): void =>
    onDecide({ callId, approved: false, ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <div role="group" aria-labelledby={title} className="rounded-lg border border-line p-3">
      <h3 id={title} className="font-semibold break-words">
        {formatApprovalTitle({ name, arguments: '{}' })}
        {total > 1 && (
          <span className="text-sm font-normal text-muted">
            {' '}
            {number} of {total}
          </span>
        )}
      </h3>
      <AskedArguments item={item} edited={edited} box={box} onLook={look} onEdit={setEdited} />
      <ApprovalRemarks
        remarks={listApprovalRemarks({ arguments: item.arguments, reason: cause })}
      />
      <UnseenNote unseen={unseen} />
      <ReasonField reason={reason} onChange={setReason} onEnter={() => !isSending && deny()} />
      <ApprovalButtons
        choices={longer}
        isDisabled={!canApprove || isChanged}
        onChoose={approve}
        before={
          <Button
            variant="strong"
            data-key="a"
            disabled={!canApprove}
            onClick={() => approve(once)}
          >
            {isChanged ? EDITED_TEXT : once?.text}
          </Button>
        }
        after={
          <Button
            variant="danger"
            className="ms-auto"
            data-key="d"
            disabled={isSending}
            onClick={deny}
          >
            {DENIAL_TEXT}
          </Button>
        }
      />
    </div>
  );
}

/** Why the call needs approval, and what could be misread in its arguments. */
function ApprovalRemarks({ remarks }: { remarks: readonly string[] }) {
  return remarks.map((remark) => (
    <p key={remark} className="mt-2 border-s-2 border-warn ps-2.5 text-sm break-words text-warn">
      {remark}
    </p>
  ));
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly onEnter: () => void;
}

function ReasonField({ reason, onChange, onEnter }: ReasonFieldProps) {
  return (
    <TextField
      aria-label="Reason for denying (optional)"
      placeholder="Reason for denying (optional)"
      className="mt-3 w-full"
      value={reason}
      data-key="r"
      onChange={onChange}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) onEnter();
      }}
    />
  );
}
