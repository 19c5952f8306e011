import { counted, type OperatorCallOutcome } from '@timestep-ai/timestep/view';
import { JsonView } from '../values/json-view.tsx';
import { formatDuration } from '../values/formats.ts';
import { CodeBlock } from '../values/code-block.tsx';
import { Fold } from '../controls/fold.tsx';

interface CallResultProps {
  readonly tool: string;
  readonly outcome: Exclude<OperatorCallOutcome, { readonly kind: 'asks' }>;
}

export function CallResult({ tool, outcome }: CallResultProps) {
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
      <CodeBlock label={`Text of the result of ${tool}`} className="mt-2 max-h-96 p-2">
        {result.content}
      </CodeBlock>
      {result.structured !== undefined && (
        <Fold title="Structured" className="mt-2">
          <JsonView value={result.structured} label={`Structured result of ${tool}`} />
        </Fold>
      )}
      {result.artifacts > 0 && (
        <p className="mt-2">The tool also returned {counted(result.artifacts, 'file')}.</p>
      )}
      {result.question !== undefined && (
        <p className="mt-2 text-warn">
          The tool asks a question, which cannot be answered outside a task: {result.question}
        </p>
      )}
    </section>
  );
}
