import { useState } from 'react';
import type { ViewFile } from '@timestep-ai/timestep/view';
import { FileList } from '../conversation/file-list.tsx';
import { LongText } from '../values/long-text.tsx';
import { Table } from '../values/table.tsx';
import { tryParseJson } from '../values/try-parse-json.ts';
import { JsonTree } from './json-tree.tsx';
import { toTableRows } from './table-rows.ts';

/** Matches the placeholder line that stands for a file in the text of a tool result. */
const FILE_LINE = /^\[\w+ [\w.+-]+\/[\w.+-]+, \d+ bytes\]\n?/gm;

interface ResultViewProps {
  readonly label: string;
  readonly text: string;
  readonly files?: readonly ViewFile[] | undefined;
}

/** Shows a tool result as a table, a tree or text, whichever fits best, with its files. */
export function ResultView({ label, text: given, files = [] }: ResultViewProps) {
  const text = files.length > 0 ? given.replaceAll(FILE_LINE, '').trimEnd() : given;
  const json = tryParseJson(text);
  const isTree = typeof json === 'object' && json !== null;
  const table = toTableRows(json);
  const ways = [...(table ? ['table'] : []), ...(isTree ? ['tree'] : []), 'text'];
  const [chosen, choose] = useState<string>();
  const way = chosen ?? ways[0];
  return (
    <>
      {ways.length > 1 && (
        <div className="mb-1 flex gap-1 text-xs">
          {ways.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === way}
              className="rounded-sm px-1.5 py-0.5 text-muted aria-pressed:bg-chosen aria-pressed:text-text"
              onClick={() => choose(one)}
            >
              {one}
            </button>
          ))}
        </div>
      )}
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-96 overflow-auto font-mono text-xs leading-4.5"
      >
        {way === 'table' && table ? (
          <Table heads={table.heads} rows={table.rows} />
        ) : way === 'tree' ? (
          <JsonTree value={json} />
        ) : (
          <LongText text={text} />
        )}
      </div>
      <FileList files={files} />
    </>
  );
}
