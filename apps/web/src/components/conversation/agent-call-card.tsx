import {
  describeCall,
  formatCost,
  getRowName,
  getRowNote,
  indentJson,
  type CallItem,
  type RunRow,
} from '@timestep-ai/timestep/view';
import { KindSign } from '../run/kind-sign.tsx';
import { formatDuration } from '../values/formats.ts';
import { LongText } from '../values/long-text.tsx';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';
import type { AgentCallRun } from './agent-calls.ts';
import { describeAgentRun } from './describe-agent-run.ts';
import { CallState } from './call-state.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { PulsingDot } from './pulsing-dot.tsx';
import { FoldMark } from '../controls/fold.tsx';

type AgentCall = Pick<CallItem, 'name' | 'arguments' | 'state' | 'progress' | 'result' | 'failure'>;

interface AgentCallCardProps {
  readonly call: AgentCall;
  readonly run: AgentCallRun;
}

/** A call of an agent: who was asked what, what it does now, and its time and cost. Opens to its steps. */
export function AgentCallCard({ call, run }: AgentCallCardProps) {
  const { shown, below, now, link } = run;
  const { note } = describeCall({ function: call });
  const { row, task, spent } = shown;
  const activity = describeAgentRun(run, call.progress);
  const name = task?.agent ?? row.remote?.name ?? row.label;
  const remote = [shown, ...below].findLast((one) => one.row.remote)?.row.remote;
  const isFailed = call.state === 'failed' || row.state === 'failed';
  const cost = spent?.costUsd;
  return (
    <article
      aria-label={`Call to ${name}`}
      className="mx-4 my-1.5 rounded-lg border border-line bg-raised text-sm"
    >
      <details className="group">
        <summary className="list-none rounded-lg px-2.5 py-2 hover:bg-hover">
          <span className="flex flex-wrap items-center gap-x-2">
            <KindSign
              row={{ kind: 'task', state: isFailed ? 'failed' : 'done', asksAgent: true }}
            />
            <bdi className="font-semibold break-all">{name}</bdi>
            <AgentCallState call={call} row={row} />
            <span className="ms-auto shrink-0 text-xs text-muted tabular-nums">
              {formatDuration(Math.max(0, (row.to ?? now) - row.from))}
              {cost ? ` · ${formatCost(cost)}` : ''}
            </span>
            <FoldMark />
          </span>
          <span className="mt-0.5 block text-muted group-open:hidden">
            <bdi className="line-clamp-2">{note}</bdi>
          </span>
        </summary>
        <div className="border-t border-line px-2.5 py-2">
          <h3 className="text-xs text-muted">Question</h3>
          <p className="whitespace-pre-wrap">
            <bdi>{task?.title || note}</bdi>
          </p>
          {remote && (
            <p className="mt-2 text-xs text-muted">
              On another server: {remote.name !== undefined && <bdi>{remote.name}, </bdi>}
              <bdi className="font-mono break-all">{remote.address}</bdi>
            </p>
          )}
          <AgentSteps below={below} depth={shown.depth} now={now} />
          {call.result !== undefined && (
            <>
              <h3 className="mt-2 text-xs text-muted">Answer</h3>
              <Answer result={call.result} />
            </>
          )}
          {call.failure && <p className="mt-2 text-bad">{call.failure.message}</p>}
        </div>
      </details>
      {(activity ?? link) !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 px-2.5 pb-2 text-xs">
          {activity && (
            <span
              role="status"
              className={`flex items-center gap-2 ${activity.isPerson ? 'text-person' : 'text-muted'}`}
            >
              <PulsingDot /> {activity.text}
            </span>
          )}
          {link !== undefined && <span className="ms-auto">{link}</span>}
        </p>
      )}
    </article>
  );
}

/** Shows only the agent's answer from the result of a call, because the run shows the rest, such as ids. */
function Answer({ result }: { result: string }) {
  const value = tryParseJson(result);
  if (isJsonObject(value) && typeof value['answer'] === 'string') {
    return <Markdown text={value['answer']} />;
  }
  return <LongText text={indentJson(result)} className="font-sans" />;
}

function AgentCallState({ call, row }: { call: AgentCall; row: RunRow['row'] }) {
  if (row.state === 'running') {
    return <span className="shrink-0 text-xs text-accent">working</span>;
  }
  if (call.state === 'done' && row.state === 'done') {
    return <span className="shrink-0 text-xs text-good">answered</span>;
  }
  return <CallState state={call.state} />;
}

/** The steps of an asked agent in the order in which they began. */
function AgentSteps({
  below,
  depth,
  now,
}: Pick<AgentCallRun, 'below' | 'now'> & { depth: number }) {
  if (below.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 text-xs text-muted">Steps</h3>
      <ul className="mt-1 flex flex-col gap-0.5">
        {below.map((one) => (
          <AgentStep key={one.key} shown={one} level={one.depth - depth - 1} now={now} />
        ))}
      </ul>
    </>
  );
}

const INDENT = 14;
const MOST_LEVELS = 5;

function AgentStep({ shown, level, now }: { shown: RunRow; level: number; now: number }) {
  const { row, task, spent } = shown;
  const note = getRowNote(shown);
  const cost = spent ? spent.costUsd : row.costUsd;
  const { from, to = now } = row;
  return (
    <li
      className="flex min-w-0 items-center gap-2"
      style={{ paddingInlineStart: `${Math.min(level, MOST_LEVELS) * INDENT}px` }}
    >
      <KindSign row={row} />
      <span className={task ? 'shrink-0 font-semibold' : 'shrink-0'}>
        {getRowName(row, task?.agent)}
      </span>
      <span className="min-w-0 flex-1 truncate text-xs text-muted">{note}</span>
      {row.kind !== 'mark' && (
        <span className="shrink-0 text-xs text-muted tabular-nums">
          {row.state === 'failed' || row.state === 'lost' ? `${row.state} ` : ''}
          {formatDuration(Math.max(0, to - from))}
          {cost ? ` · ${formatCost(cost)}` : ''}
        </span>
      )}
    </li>
  );
}
