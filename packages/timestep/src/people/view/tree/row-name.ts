import type { TimelineRow } from '../timeline/timeline-row.ts';
import type { RunRow } from './run-rows.ts';

/** Returns what a row is called: what has happened, in one or two words. `asked`: the agent, if it is known. */
export function getRowName(row: TimelineRow, asked?: string): string {
  const { kind, label, state, calls, asksAgent } = row;
  const agent = asked ?? row.remote?.name ?? label;
  switch (kind) {
    case 'model':
      if (asksAgent) return `→ ${label}`;
      if (state === 'running') return 'Thinks';
      return state === 'done' ? (calls ? 'Decides' : 'Answers') : 'Model';
    case 'approval':
      return `${state === 'running' ? 'Waits' : 'Waited'} for approval: ${label}`;
    case 'question':
      return `${state === 'running' ? 'Waits' : 'Waited'} for an answer${label === 'asks' ? '' : `: ${label}`}`;
    case 'crash':
      return label === 'process crashed' ? nameCrash(row) : label;
    case 'ready':
      return 'Prepares';
    case 'client':
      return asksAgent ? `→ ${agent}` : `${label} in the client`;
    case 'tool':
    case 'task':
      return asksAgent ? `→ ${agent}` : label;
    case 'turn':
    case 'mark':
      return label;
  }
}

function nameCrash({ processes: { lost = '', next = 'another' } = {} }: TimelineRow): string {
  const [gone, here] = [lost.split('-', 1), next.split('-', 1)].map(String);
  // In containers, processes often have the same process id.
  const [from, by] = gone === here ? [lost, next] : [gone, here];
  return `Process ${from === '' ? '' : `${from} `}crashed, ${by} took over`;
}

/**
 * Returns the text that a timeline row shows beside its name: how far a running call is, why it failed, what
 * was asked or answered, or the arguments.
 */
export function getRowNote({ row, task }: Pick<RunRow, 'row' | 'task'>): string | undefined {
  const { kind, note, detail, calls, asksAgent, progress } = row;
  const text = note ?? (kind === 'turn' ? task?.title : undefined);
  const isSaid = kind === 'task' || task !== undefined || (kind === 'model' && !calls);
  const said = isSaid && text ? `“${text}”` : text;
  if (kind === 'approval' && row.to !== undefined && note !== undefined) return note;
  const shown =
    progress ?? detail ?? (kind === 'model' && asksAgent && said ? `answers ${said}` : said);
  return shown === '' ? undefined : shown;
}
