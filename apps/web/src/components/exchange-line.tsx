import type { ExchangeLine } from '@timestep-ai/timestep/view';
import { lengthText } from './time-text.ts';

const LOOKS: Readonly<Record<ExchangeLine['state'], readonly [words: string, look: string]>> = {
  open: ['no answer yet', 'text-warn'],
  answered: ['answered', 'text-good'],
  failed: ['failed', 'text-bad'],
  notice: ['notice', 'text-muted'],
};

/** A request with its answer, or a notice, in a line. */
export function ExchangeSummary({ line }: { readonly line: ExchangeLine }) {
  const { method, subject, isSent, state, tookMs, at, connection } = line;
  const [words, look] = LOOKS[state];
  return (
    <span className="flex flex-wrap gap-x-3 text-left text-sm">
      <span className="text-muted tabular-nums">
        {new Date(at).toLocaleTimeString()}, connection {connection}
      </span>
      <span className="text-muted">{isSent ? 'to the server' : 'from the server'}</span>
      <bdi className="font-mono">{method}</bdi>
      {subject !== undefined && <bdi className="font-mono text-accent">{subject}</bdi>}
      <span className={look}>
        {words}
        {tookMs === undefined ? '' : ` in ${lengthText(tookMs)}`}
      </span>
    </span>
  );
}
