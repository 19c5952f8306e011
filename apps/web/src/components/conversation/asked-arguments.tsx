import type { RefObject } from 'react';
import { formatArguments, type ApprovalItem } from '@timestep-ai/timestep/view';
import { CallArgumentsWithEdits } from '../arguments/call-edit-list.tsx';
import { EditedArguments, type EditedCall } from '../arguments/edited-arguments.tsx';

interface AskedArgumentsProps {
  readonly item: ApprovalItem;
  /** The arguments as the user changes them; undefined if the user does not edit them. */
  readonly edited: EditedCall | undefined;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Called when more of the arguments may have become visible on the screen. */
  readonly onLook: () => void;
  readonly onEdit: (edited: EditedCall | undefined) => void;
}

/** The arguments of a call to approve: as names and values, or as a form or JSON that the user edits. */
export function AskedArguments(props: AskedArgumentsProps) {
  const { item, edited, box, onLook, onEdit } = props;
  const isEditing = edited !== undefined;
  return (
    <>
      <div className="mt-1 mb-1 flex items-center justify-between text-xs text-muted">
        <span aria-hidden="true">Arguments</span>
        <button
          type="button"
          className="rounded-sm px-1 py-0.5 underline hover:text-text"
          data-key={isEditing ? undefined : 'e'}
          onClick={() =>
            onEdit(isEditing ? undefined : { text: formatArguments(item.arguments), isValid: true })
          }
        >
          {isEditing ? 'Discard edits' : 'Edit'}
        </button>
      </div>
      {isEditing ? (
        <EditedArguments
          written={item.arguments}
          schema={item.tool?.definition.input}
          edited={edited}
          box={box}
          onLook={onLook}
          onEdit={onEdit}
        />
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
