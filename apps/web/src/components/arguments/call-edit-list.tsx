import {
  escapeHidden,
  findFileEditsOfCall,
  listEditLines,
  type CallItem,
} from '@timestep-ai/timestep/view';
import { ArgumentList } from './argument-list.tsx';
import { EditLines } from './edit-lines.tsx';

interface CallEditListProps {
  readonly call: Pick<CallItem, 'name' | 'arguments'>;
  /** Called after the user has opened a folded part. */
  readonly onShow?: () => void;
}

/** The arguments of a call. Changes of files are shown as the lines that are removed and added. */
export function CallArgumentsWithEdits({ call, onShow }: CallEditListProps) {
  const found = findFileEditsOfCall(call.name, call.arguments);
  if (!found) return <ArgumentList written={call.arguments} onShow={onShow} />;
  const { edits, pathName, others } = found;
  return (
    <>
      <ArgumentList
        written={call.arguments}
        isListed={(top) => top === pathName || Object.hasOwn(others, top)}
        onShow={onShow}
      />
      {edits.map((edit, index) => (
        <div key={index} className="mt-2 font-mono text-xs">
          <h3 className="text-muted">{escapeHidden(edit.label)}</h3>
          <EditLines lines={listEditLines(edit)} onShow={onShow} />
        </div>
      ))}
    </>
  );
}
