import type { WindowPart } from '@timestep-ai/timestep/view';

const LOOKS: Readonly<Record<WindowPart['part'], { name: string; color: string }>> = {
  instructions: { name: 'instructions', color: 'bg-model' },
  context: { name: 'selected context', color: 'bg-person' },
  conversation: { name: 'messages', color: 'bg-agent' },
  results: { name: 'tool results', color: 'bg-tool' },
  tools: { name: 'tools', color: 'bg-muted' },
};

/** A bar that shows how a context window is filled: its parts, and the tokens of each part. */
export function WindowParts({ parts }: { readonly parts: readonly WindowPart[] }) {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <>
      <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full">
        {parts.map(({ part, tokens }) => (
          <span
            key={part}
            className={LOOKS[part].color}
            style={{ width: `${(tokens / Math.max(1, total)) * 100}%` }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-col gap-0.5 text-muted">
        {parts.map(({ part, tokens }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-xs ${LOOKS[part].color}`} />
            <span className="flex-1">{LOOKS[part].name}</span>
            <span className="tabular-nums">{tokens.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
