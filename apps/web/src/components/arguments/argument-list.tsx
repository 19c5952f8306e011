import {
  formatArguments,
  listArgumentRows,
  quoteIfAmbiguous,
  type ArgumentRow,
} from '@timestep-ai/timestep/view';
import { ExactText } from './exact-text.tsx';
import { Folded } from './folded.tsx';

const MOST_ROWS = 60;
const FIRST_ROWS = 40;
const MOST_LINES = 20;
const FIRST_LINES = 12;
/** Length of the pieces into which a text is cut, so that a long line can be folded as well. */
const PIECE = 600;
const INDENT = 14;
/** Number of characters above which an argument's value is shown below its name instead of beside it. */
const MOST_BESIDE = 300;

const VALUE = 'min-w-0 whitespace-break-spaces [unicode-bidi:bidi-override]';

interface ArgumentListProps {
  /** JSON text of the arguments of a call. */
  readonly written: string;
  /** Whether the argument with this name is listed. Default: all arguments are listed. */
  readonly isListed?: ((top: string) => boolean) | undefined;
  /** Called after the user has opened a folded part. */
  readonly onShow?: (() => void) | undefined;
}

/** The arguments of a call as names and values; arguments that cannot be listed are shown as they are written. */
export function ArgumentList({ written, isListed, onShow }: ArgumentListProps) {
  const all = listArgumentRows(written);
  if (!all) return <LongValue text={formatArguments(written)} onShow={onShow} />;
  const rows = isListed ? all.filter(({ top }) => isListed(top)) : all;
  if (rows.length === 0) {
    return isListed ? null : <p className="text-xs text-muted">No arguments.</p>;
  }
  return (
    <Folded items={rows} first={FIRST_ROWS} most={MOST_ROWS} what="values" onShow={onShow}>
      {(shown) => (
        <dl
          dir="ltr"
          className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-xs"
        >
          {shown.map((row, index) => (
            // React keys are indexes, because two rows can have the same name.
            <ArgumentRowView key={index} row={row} onShow={onShow} />
          ))}
        </dl>
      )}
    </Folded>
  );
}

function ArgumentRowView({
  row,
  onShow,
}: { row: ArgumentRow } & Pick<ArgumentListProps, 'onShow'>) {
  const { depth, name, kind, text } = row;
  const isBelow = kind === 'group' || text.includes('\n') || text.length > MOST_BESIDE;
  const wide = isBelow ? 'col-span-2' : '';
  const indent = { paddingInlineStart: `${depth * INDENT}px` };
  return (
    <>
      <dt style={indent} className={`break-words text-muted ${wide}`}>
        {name}
      </dt>
      {kind !== 'group' && (
        <dd style={isBelow ? indent : undefined} className={wide}>
          {kind === 'text' ? <TextValue text={text} onShow={onShow} /> : <Literal text={text} />}
        </dd>
      )}
    </>
  );
}

function Literal({ text }: { text: string }) {
  return <span className="text-accent">{text}</span>;
}

function TextValue({ text, onShow }: { text: string } & Pick<ArgumentListProps, 'onShow'>) {
  const quoted = quoteIfAmbiguous(text);
  if (quoted !== undefined) return <span className={VALUE}>{quoted}</span>;
  if (!text.includes('\n') && text.length <= MOST_BESIDE) {
    return (
      <div className={VALUE}>
        <ExactText text={text} />
      </div>
    );
  }
  return <LongValue text={text} onShow={onShow} />;
}

/** A text of several lines in a frame, of which the beginning is shown. */
function LongValue({ text, onShow }: { text: string } & Pick<ArgumentListProps, 'onShow'>) {
  const pieces = splitIntoDisplayPieces(text);
  return (
    <Folded items={pieces} first={FIRST_LINES} most={MOST_LINES} what="lines" onShow={onShow}>
      {(shown) => (
        <pre
          dir="ltr"
          className={`rounded-sm border border-line bg-surface px-2 py-1 font-mono text-xs ${VALUE}`}
        >
          <ExactText text={shown.join('')} />
        </pre>
      )}
    </Folded>
  );
}

/** Splits a text after its line breaks, and long lines into pieces. Concatenated, the pieces are the text. */
function splitIntoDisplayPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const lineEnd = text.indexOf('\n', from);
    const next = lineEnd === -1 ? text.length : lineEnd + 1;
    const end = Math.min(next, from + PIECE);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}
