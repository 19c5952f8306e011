import { useContext } from 'react';
import { describeCall, indentJson, type CallItem } from '@timestep-ai/timestep/view';
import { CallArgumentsWithEdits } from '../arguments/call-edit-list.tsx';
import { LongText } from '../values/long-text.tsx';
import { AgentCallCard } from './agent-call-card.tsx';
import { AgentCallsContext } from './agent-calls.ts';
import { CallAppsContext } from './call-apps.ts';
import { CallState } from './call-state.tsx';
import { PulsingDot } from './pulsing-dot.tsx';
import { KindSign } from '../run/kind-sign.tsx';
import { FileList } from './file-list.tsx';
import { FoldMark } from '../controls/fold.tsx';

/** A call in one line, which opens to its arguments and its result. A call of an agent is a card. */
export function CallCard({ call }: { call: CallItem }) {
  const run = useContext(AgentCallsContext)(call);
  return run ? <AgentCallCard call={call} run={run} /> : <ToolCallCard call={call} />;
}

function ToolCallCard({ call }: { call: CallItem }) {
  const { name, result, files, failure, attempt } = call;
  const renderApp = useContext(CallAppsContext);
  const { label, note, asksAgent } = describeCall({ function: call });
  const state = call.state === 'failed' ? 'failed' : 'done';
  return (
    <div className="mx-4 my-1.5 text-sm">
      <details className="group rounded-lg border border-line bg-raised">
        <summary className="flex list-none items-center gap-2 rounded-lg px-2.5 py-1.5 hover:bg-hover">
          <KindSign row={{ kind: 'tool', state, ...(asksAgent && { asksAgent }) }} />
          <span className={asksAgent ? 'shrink-0 font-semibold' : 'shrink-0 font-mono text-xs'}>
            {label}
          </span>
          <span className="min-w-0 flex-1 truncate text-muted">{note}</span>
          {attempt > 1 && <span className="shrink-0 text-xs text-warn">attempt {attempt}</span>}
          <CallState state={call.state} />
          <FoldMark />
        </summary>
        <div className="border-t border-line px-2.5 py-2">
          {asksAgent && <p className="mb-2 font-mono text-xs text-muted">{name}</p>}
          <CallArgumentsWithEdits call={call} />
          {result !== undefined && (
            <>
              <h3 className="mt-2 text-xs text-muted">Result</h3>
              <LongText text={indentJson(result)} className="font-mono text-xs" />
            </>
          )}
          {failure && <p className="mt-2 text-bad">{failure.message}</p>}
        </div>
      </details>
      {call.state === 'running' && call.progress !== undefined && (
        <p className="mt-1 flex items-center gap-2 px-2.5 text-xs text-muted">
          <PulsingDot /> {call.progress}
        </p>
      )}
      <FileList files={files} />
      {renderApp(call)}
    </div>
  );
}
