import type { ExchangeListItem } from '@timestep-ai/timestep/view';
import { formatDuration } from '../values/formats.ts';

const LOOKS: Readonly<Record<ExchangeListItem['state'], readonly [words: string, look: string]>> = {
  open: ['no response yet', 'text-warn'],
  answered: ['answered', 'text-good'],
  failed: ['failed', 'text-bad'],
  notice: ['notification', 'text-muted'],
};

export function McpExchangeSummary({ line }: { line: ExchangeListItem }) {
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
        {tookMs === undefined ? '' : ` in ${formatDuration(tookMs)}`}
      </span>
    </span>
  );
}
