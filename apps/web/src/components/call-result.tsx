import type { OperatorCallOutcome } from '@timestep-ai/timestep/view';
import { JsonView } from './json-view.tsx';
import { formatDuration } from './format-time.ts';

/** Result of a tool call that an operator made. */
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
        <span className="text-muted">in {formatDuration(tookMs)}</span>
      </p>
      <p className="text-xs text-muted">
        Called outside a task: not logged, and not seen by any model.
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
      {result.artifacts > 0 && (
        <p className="mt-2">The tool also returned {result.artifacts} files.</p>
      )}
      {result.question !== undefined && (
        <p className="mt-2 text-warn">
          The tool asks a question, which cannot be answered outside a task: {result.question}
        </p>
      )}
    </section>
  );
}
