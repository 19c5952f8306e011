import type { RefObject } from 'react';
import { formatArguments, type ApprovalItem } from '@timestep-ai/timestep/view';
import { CallArgumentsWithEdits } from '../arguments/call-edit-list.tsx';
import { TextField } from '../forms/form.tsx';

interface AskedArgumentsProps {
  readonly item: ApprovalItem;
  /** The arguments as the user writes them; undefined if the user does not edit them. */
  readonly edited: string | undefined;
  readonly isValid: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Called when more of the arguments may have become visible on the screen. */
  readonly onLook: () => void;
  readonly onEdit: (text: string | undefined) => void;
}

/** The arguments of a call to approve: as names and values, or as JSON that the user edits. */
export function AskedArguments(props: AskedArgumentsProps) {
  const { item, edited, isValid, box, onLook, onEdit } = props;
  const isEditing = edited !== undefined;
  return (
    <>
      <div className="mt-1 mb-1 flex items-center justify-between text-xs text-muted">
        <span aria-hidden="true">Arguments</span>
        <button
          type="button"
          className="rounded px-1 py-0.5 underline hover:text-text"
          data-key={isEditing ? undefined : 'e'}
          onClick={() => onEdit(isEditing ? undefined : formatArguments(item.arguments))}
        >
          {isEditing ? 'Discard edits' : 'Edit'}
        </button>
      </div>
      {isEditing ? (
        <div ref={box}>
          <TextField
            aria-label="Arguments"
            autoFocus
            className="w-full font-mono text-xs [unicode-bidi:bidi-override]"
            dir="ltr"
            rows={Math.min(edited.split('\n').length + 1, 16)}
            value={edited}
            aria-invalid={!isValid}
            spellCheck={false}
            onChange={onEdit}
            onScroll={onLook}
          />
        </div>
      ) : (
        <div
          ref={box}
          role="group"
          aria-label="Arguments"
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-md bg-surface px-2.5 py-2"
          onScroll={onLook}
        >
          <CallArgumentsWithEdits call={item} onShow={onLook} />
        </div>
      )}
    </>
  );
}
