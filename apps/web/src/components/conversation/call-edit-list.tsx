import {
  findCallEdits,
  indentJson,
  listEditLines,
  type CallItem,
} from '@timestep-ai/timestep/view';
import { CodeBlock } from '../values/code-block.tsx';
import { LongText } from '../values/long-text.tsx';

type CallText = Pick<CallItem, 'name' | 'arguments'>;

/** The arguments of a call. Changes of files are shown as the lines that are removed and added. */
export function CallEditList({ call }: { call: CallText }) {
  const found = findCallEdits(call.name, call.arguments);
  const others = found ? JSON.stringify(found.others) : call.arguments;
  return (
    <>
      {found?.edits.map((edit, index) => (
        <div key={index} className="mb-2">
          <h3 className="font-mono text-xs text-muted">{edit.path}</h3>
          <CodeBlock label={`Change of ${edit.path}`}>
            {listEditLines(edit).map((line, at) => (
              <span key={at} className={`block ${getLineClass(line)}`}>
                {line}
              </span>
            ))}
          </CodeBlock>
        </div>
      ))}
      {others !== '{}' && (
        <>
          <h3 className="text-xs text-muted">Arguments</h3>
          {/* As text: a tree would hide names that are written twice. */}
          <LongText text={indentJson(others)} className="font-mono text-xs" />
        </>
      )}
    </>
  );
}

function getLineClass(line: string): string {
  if (line.startsWith('+')) return 'text-good';
  return line.startsWith('-') ? 'text-bad' : '';
}
