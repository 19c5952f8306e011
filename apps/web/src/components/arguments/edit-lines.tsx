import { ExactText } from './exact-text.tsx';
import { Folded } from './folded.tsx';

const MOST_LINES = 80;
const FIRST_LINES = 40;

interface EditLinesProps {
  /** Lines that begin with `- ` if they are removed, `+ ` if they are added, and two spaces otherwise. */
  readonly lines: readonly string[];
  /** Called after the user has opened a folded part. */
  readonly onShow?: (() => void) | undefined;
}

/** The removed and added lines of a text. */
export function EditLines({ lines, onShow }: EditLinesProps) {
  return (
    <Folded items={lines} first={FIRST_LINES} most={MOST_LINES} what="lines" onShow={onShow}>
      {(shown) => (
        <div
          dir="ltr"
          className="rounded-sm border border-line bg-surface py-1 font-mono text-xs whitespace-break-spaces [unicode-bidi:bidi-override]"
        >
          {shown.map((line, at) => (
            <div
              key={at}
              className={`-indent-[2ch] ps-[calc(2ch+--spacing(2))] pe-2 ${getLineClass(line)}`}
            >
              {line.slice(0, 2)}
              <ExactText text={line.slice(2)} />
            </div>
          ))}
        </div>
      )}
    </Folded>
  );
}

function getLineClass(line: string): string {
  if (line.startsWith('+')) return 'bg-good/10 text-good';
  return line.startsWith('-') ? 'bg-bad/10 text-bad' : '';
}
