import type { ServerLine } from '@timestep-ai/timestep/view';
import { SearchedList } from './searched-list.tsx';
import type { ServerTabProps } from './server-search.ts';
import { useServerPart } from './use-server.ts';

export function ServerLogView({ name, search, onChange }: ServerTabProps) {
  return (
    <SearchedList
      label="Search lines"
      waiting="Loading log lines…"
      search={search}
      onChange={onChange}
      query={useServerPart<readonly ServerLine[]>(name, '/log', { isLive: true })}
      getTexts={({ text, level }) => [text, level]}
    >
      {(shown) =>
        shown.length > 0 && (
          <ol aria-label="Lines" className="mt-1 rounded-md bg-surface p-2 font-mono text-xs">
            {shown.map((line, index) => (
              // React keys count lines from the end, because new lines are added at the top.
              <LogLine key={shown.length - index} line={line} />
            ))}
          </ol>
        )
      }
    </SearchedList>
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
