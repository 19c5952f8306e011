import { describeCall } from '#engine/port';
import type { ViewItem } from './view-item.ts';

/**
 * Describes in a few words what a turn is doing. Undefined if its last item already shows that, or if it
 * waits for a person.
 */
export function describeProgress(items: readonly ViewItem[]): string | undefined {
  const running = items.filter((item) => item.kind === 'call' && item.state === 'running');
  const [call] = running;
  if (call?.kind === 'call') {
    const { label, asksAgent } = describeCall({ function: call });
    const more = running.length > 1 ? ` and ${running.length - 1} more` : '';
    return asksAgent ? `${label} is working${more}` : `Running ${label}${more}`;
  }
  const last = items.at(-1);
  switch (last?.kind) {
    case 'assistant':
      return last.state === 'streaming' ? undefined : 'Thinking';
    case 'call':
      return last.state === 'waiting' || last.state === 'writing' ? undefined : 'Thinking';
    case 'approval':
    case 'question':
      return last.state === 'waiting' ? undefined : 'Thinking';
    case 'end':
    case 'artifact':
    case undefined:
      return undefined;
    case 'user':
    case 'reasoning':
    case 'notice':
      return 'Thinking';
  }
}
