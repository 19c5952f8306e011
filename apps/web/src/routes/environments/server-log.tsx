import type { ServerLine } from '@timestep-ai/timestep/view';
import { ListSearch, includesText } from './list-search.tsx';
import type { ServerTabProps } from './server-search.ts';
import { usePolledServerPart } from './use-server.ts';

export function ServerLogView({ name, search, onChange }: ServerTabProps) {
  const query = usePolledServerPart<readonly ServerLine[]>(name, '/log');
  const { data: lines = [] } = query;
  const shown = lines
    .filter(({ text, level }) => includesText([text, level], search.text))
    .toReversed();
  return (
    <>
      <ListSearch
        label="Search lines"
        waiting="Loading log lines…"
        search={search}
        onChange={onChange}
        query={query}
        shown={shown.length}
        total={lines.length}
      />
      {shown.length > 0 && (
        <ol aria-label="Lines" className="mt-1 rounded-md bg-surface p-2 font-mono text-xs">
          {shown.map((line, index) => (
            // Equal lines need different keys, and new lines are added at the top.
            <LogLine key={shown.length - index} line={line} />
          ))}
        </ol>
      )}
    </>
  );
}

function LogLine({ line: { at, from, level, text } }: { line: ServerLine }) {
  return (
    <li className="whitespace-pre-wrap">
      <span className="text-muted">
        {new Date(at).toLocaleTimeString()} {level ?? from}
      </span>{' '}
      <bdi>{text}</bdi>
    </li>
  );
}
