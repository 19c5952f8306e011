import type { OperatorCallOutcome } from '@timestep-ai/timestep/view';
import { JsonView } from './json-view.tsx';
import { lengthText } from './time-text.ts';

/** What a call of an operator came to. */
export function CallResult({
  tool,
  outcome,
}: {
  readonly tool: string;
  readonly outcome: Exclude<OperatorCallOutcome, { readonly kind: 'asks' }>;
}) {
  if (outcome.kind === 'denied') {
    return (
      <p role="status" className="rounded-md border border-bad p-3 text-sm text-bad">
        Not called: {outcome.why}.
      </p>
    );
  }
  const { result, tookMs } = outcome;
  return (
    <section
      aria-label={`Result of ${tool}`}
      className={`rounded-md border p-3 text-sm ${result.isError ? 'border-bad' : 'border-line'}`}
    >
      <p role="status">
        <bdi className="font-mono font-semibold">{tool}</bdi>{' '}
        <span className={result.isError ? 'text-bad' : 'text-good'}>
          {result.isError ? 'failed' : 'returned'}
        </span>{' '}
        <span className="text-muted">in {lengthText(tookMs)}</span>
      </p>
      <p className="text-xs text-muted">
        Called outside any task: no log has it, and no model reads it.
      </p>
      <pre
        role="region"
        aria-label={`Text of the result of ${tool}`}
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-md bg-surface p-2 font-mono text-xs whitespace-pre-wrap"
      >
        {result.content}
      </pre>
      {result.structured !== undefined && (
        <details className="mt-2">
          <summary>Structured</summary>
          <JsonView value={result.structured} label={`Structured result of ${tool}`} />
        </details>
      )}
      {result.artifacts > 0 && <p className="mt-2">It gave {result.artifacts} files as well.</p>}
      {result.question !== undefined && (
        <p className="mt-2 text-warn">
          It asks, which cannot be answered outside a task: {result.question}
        </p>
      )}
    </section>
  );
}
