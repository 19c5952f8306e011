import {
  escapeHidden,
  findFileEditsOfCall,
  listEditLines,
  type CallItem,
} from '@timestep-ai/timestep/view';
import { ArgumentList } from './argument-list.tsx';
import { ExactText } from './exact-text.tsx';
import { Folded } from './folded.tsx';

const MOST_LINES = 80;
const FIRST_LINES = 40;

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
          <Folded
            items={listEditLines(edit)}
            first={FIRST_LINES}
            most={MOST_LINES}
            what="lines"
            onShow={onShow}
          >
            {(shown) => (
              <div
                dir="ltr"
                className="rounded border border-line bg-surface py-1 whitespace-break-spaces [unicode-bidi:bidi-override]"
              >
                {shown.map((line, at) => (
                  <div
                    key={at}
                    className={`-indent-[2ch] ps-[calc(2ch+0.5rem)] pe-2 ${getLineClass(line)}`}
                  >
                    {line.slice(0, 2)}
                    <ExactText text={line.slice(2)} />
                  </div>
                ))}
              </div>
            )}
          </Folded>
        </div>
      ))}
    </>
  );
}

function getLineClass(line: string): string {
  if (line.startsWith('+')) return 'bg-good/10 text-good';
  return line.startsWith('-') ? 'bg-bad/10 text-bad' : '';
}
