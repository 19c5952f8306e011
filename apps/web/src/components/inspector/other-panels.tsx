import {
  formatArguments,
  formatSender,
  listEditLines,
  type CrashStep,
  type LostWork,
  type MomentStep,
  type PersonStep,
  type TurnStep,
} from '@timestep-ai/timestep/view';
import { CallArgumentsWithEdits } from '../arguments/call-edit-list.tsx';
import { EditLines } from '../arguments/edit-lines.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { FactList } from '../values/facts.tsx';
import { formatDuration, formatTimestamp } from '../values/formats.ts';
import { JsonView } from '../values/json-view.tsx';
import { LongText } from '../values/long-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { PanelCard } from './panel-card.tsx';

const COLUMN = 'flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto p-3';

export function PersonPanel({ step }: { step: PersonStep }) {
  const { call, reason, question, decision, answer, answeredAt, from, principal, by } = step;
  const decided = decision && (decision.approved ? 'Approved' : 'Denied');
  return (
    <div className={COLUMN}>
      <PanelCard title={call ? `May the agent call ${call.function.name}?` : 'Question'}>
        {question !== undefined && <Markdown text={question} />}
        {call && <CallArgumentsWithEdits call={call.function} />}
        {reason !== undefined && <p className="mt-2 text-sm text-muted">{reason}</p>}
      </PanelCard>
      {decision?.arguments !== undefined && (
        <PanelCard title="Arguments that the person changed" isNew>
          <EditLines
            lines={listEditLines({
              before: formatArguments(call?.function.arguments ?? ''),
              after: formatArguments(decision.arguments),
            })}
          />
        </PanelCard>
      )}
      {answer !== undefined && (
        <PanelCard title="Answer">
          <LongText text={answer} className="font-sans" />
        </PanelCard>
      )}
      <FactList
        className="px-1"
        facts={[
          {
            name: 'Decision',
            text: decided && [decided, decision.reason].filter(Boolean).join(': '),
          },
          {
            name: 'Approval applies to',
            text:
              decision?.scope && decision.scope !== 'once'
                ? `later calls: ${decision.scope}`
                : undefined,
          },
          {
            name: 'By',
            text: formatSender(by ?? (principal === '' ? {} : { principal })),
          },
          { name: 'Asked', text: formatTimestamp(from) },
          {
            name: answeredAt === undefined ? 'Waiting' : 'Answered',
            text:
              answeredAt === undefined
                ? 'for an answer'
                : `${formatTimestamp(answeredAt)}, after ${formatDuration(answeredAt - from)}`,
          },
        ]}
      />
    </div>
  );
}

const EVIDENCE = {
  exit: 'this step made the process exit',
  'on-stack': 'the code of this step was running when the process ended',
  'out-of-memory': 'only this step was running when the process ran out of memory',
} as const;

export function CrashPanel({ step }: { step: CrashStep }) {
  const { from, resumedAt, evidence, isHeld, work, lostProcess, newProcess } = step;
  return (
    <div className={COLUMN}>
      <PanelCard title="The process had crashed or stopped">
        <p>
          No process worked on this task for {formatDuration(resumedAt - from)}. Another one took it
          over from the log{isHeld ? ', and waits before it tries again' : ''}.
        </p>
        {evidence && (
          <p className="mt-1 text-bad">
            {evidence.during}: {EVIDENCE[evidence.kind]}.
          </p>
        )}
      </PanelCard>
      <PanelCard title="What was running, and what happened to it">
        {work.length === 0 && <p className="text-muted">Nothing was running.</p>}
        <ul className="flex flex-col gap-1.5">
          {work.map((one) => (
            <li key={`${one.kind} ${one.label}`}>
              <span className="font-semibold">
                {one.kind === 'model' ? `model, ${one.label}` : one.label}
              </span>{' '}
              {one.isRepeated ? `was repeated as attempt ${one.attempt + 1}` : 'was not repeated'}
              <span className="block text-xs text-muted">{describeLostWork(one)}</span>
            </li>
          ))}
        </ul>
      </PanelCard>
      <FactList
        className="px-1"
        facts={[
          { name: 'Process that crashed', text: lostProcess },
          { name: 'Process that took over', text: newProcess },
          { name: 'Last sign of life', text: formatTimestamp(from) },
          { name: 'Taken over', text: formatTimestamp(resumedAt) },
        ]}
      />
    </div>
  );
}

function describeLostWork({ kind, replay, isRepeated }: LostWork): string {
  if (kind === 'model') return 'A model call has no effect besides its cost, so it is repeated.';
  switch (replay) {
    case 'safe':
      return 'The tool says that repeating it is harmless.';
    case 'key':
      return 'It was sent again with the same idempotency key, so the tool can detect the duplicate.';
    case 'probe':
      return 'The tool was asked whether the call had been made.';
    default:
      return isRepeated
        ? 'A person allowed the task to continue.'
        : 'The call may have taken effect, so the model was informed that the result is unknown.';
  }
}

export function TurnPanel({ step }: { step: TurnStep }) {
  const { agent, principal, question, answer, end, from } = step;
  return (
    <div className={COLUMN}>
      <PanelCard title="Asked" aside={<CopyButton name="Copy" getText={() => question} />}>
        <LongText text={question} className="font-sans" />
      </PanelCard>
      {end?.error && (
        <PanelCard title="Why it failed">
          <p className="text-bad">{end.error.message}</p>
        </PanelCard>
      )}
      {answer !== undefined && (
        <PanelCard title="Answered" aside={<CopyButton name="Copy" getText={() => answer} />}>
          <Markdown text={answer} />
        </PanelCard>
      )}
      <FactList
        className="px-1"
        facts={[
          { name: 'Agent', text: agent },
          { name: 'Caller', text: principal === '' ? undefined : principal },
          { name: 'Started', text: formatTimestamp(from) },
          { name: 'End', text: end && `${end.state} (${end.reason.replaceAll('_', ' ')})` },
        ]}
      />
    </div>
  );
}

export function MomentPanel({ step }: { step: MomentStep }) {
  return (
    <div className={COLUMN}>
      <JsonView label="Event" value={step.events[0]} />
    </div>
  );
}
