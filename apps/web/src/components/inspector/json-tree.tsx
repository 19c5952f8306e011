import { isJsonObject } from '../values/try-parse-json.ts';
import { Fold } from '../controls/fold.tsx';

/** Maximum number of entries of an object or a list that are shown; the others are only counted. */
const MOST_ENTRIES = 200;
const OPEN_LEVELS = 2;
/** Objects and lists below this level are shown as text. */
const MOST_LEVELS = 24;

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}

/** A tree view of JSON, in which objects and lists can be opened and closed. */
export function JsonTree({ value, name, depth = 0 }: JsonTreeProps) {
  const label = name === undefined ? null : <span className="text-tool">{name}: </span>;
  const entries = depth > MOST_LEVELS ? undefined : listChildren(value);
  if (!entries) {
    return (
      <div className="ps-4.5 whitespace-pre-wrap">
        {label}
        <JsonValue value={value} />
      </div>
    );
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div className="ps-4.5">
        {label}
        {open}
        {close}
      </div>
    );
  }
  return (
    <Fold
      startsOpen={depth < OPEN_LEVELS}
      title={
        <>
          {label}
          {open}
          <span className="text-muted">
            {' '}
            {entries.length} {close}
          </span>
        </>
      }
    >
      <div className="ms-1.5 border-s border-line ps-1">
        {entries.slice(0, MOST_ENTRIES).map(([key, child]) => (
          <JsonTree key={key} name={key} value={child} depth={depth + 1} />
        ))}
        {entries.length > MOST_ENTRIES && (
          <div className="ps-4.5 text-muted">{entries.length - MOST_ENTRIES} more</div>
        )}
      </div>
    </Fold>
  );
}

function listChildren(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((one: unknown, at) => [String(at), one] as const);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}

function JsonValue({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className="text-good">{JSON.stringify(value)}</span>;
  if (value === null) return <span className="text-muted">null</span>;
  return <span className="text-person">{JSON.stringify(value)}</span>;
}
