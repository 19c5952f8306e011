import type { CallStep } from '@timestep-ai/timestep/view';
import { CallArgumentsWithEdits } from '../arguments/call-edit-list.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { LongText } from '../values/long-text.tsx';
import { FactList } from '../values/facts.tsx';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';
import { formatCallCurl } from './copied-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { PanelCard } from './panel-card.tsx';
import { listRemoteCallFacts } from './remote-facts.tsx';
import { ResultView } from './result-view.tsx';

/**
 * Label of each `replay` setting: what happens to a tool call that a crash may have interrupted.
 */
const REPLAYS = {
  safe: 'the call is made again, because repeating it is harmless',
  key: 'the call is made again with the same idempotency key, so the tool can detect the duplicate',
  probe: 'the tool is asked whether the call was made',
  never: 'the call is not made again, and the model reads that it may have been made',
} as const;

interface CallPanelProps {
  readonly step: CallStep;
  /** Whether the tool call sends a message to another agent. */
  readonly asksAgent: boolean;
  /** How far the running call is, as its tool or the asked agent reports. */
  readonly progress?: string | undefined;
}

export function CallPanel({ step, asksAgent, progress }: CallPanelProps) {
  const { call, changed, result, files, failure, isInterrupted, outcome, dispatch, replay } = step;
  const { name, arguments: written } = call.function;
  const answer = outcome?.text ?? result;
  const isAnswer = asksAgent || outcome !== undefined;
  const args = tryParseJson(written);
  const question = asksAgent && isJsonObject(args) ? args['message'] : undefined;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto p-3">
      {failure && (
        <PanelCard title="Failure">
          <p className="text-bad">{failure.message}</p>
        </PanelCard>
      )}
      {isInterrupted && (
        <PanelCard title="Interrupted">
          <p className="text-bad">
            The process ended while the call was running, so its result is unknown.
          </p>
        </PanelCard>
      )}
      {progress !== undefined && (
        <PanelCard title="Progress">
          <p role="status">{progress}</p>
        </PanelCard>
      )}
      {typeof question === 'string' && (
        <PanelCard title="Question" aside={<CopyButton name="Copy" getText={() => question} />}>
          <LongText text={question} className="font-sans" />
        </PanelCard>
      )}
      <PanelCard
        title={changed === undefined ? 'Arguments' : 'Arguments that the model wrote'}
        aside={
          <>
            <CopyButton name="Copy" getText={() => written} />
            <CopyButton name="Copy as curl" getText={() => formatCallCurl(step)} />
          </>
        }
      >
        <CallArgumentsWithEdits call={call.function} />
      </PanelCard>
      {changed !== undefined && (
        <PanelCard title="Arguments that a person changed" isNew>
          <CallArgumentsWithEdits call={{ name, arguments: changed }} />
        </PanelCard>
      )}
      {answer !== undefined && (
        <PanelCard
          title={isAnswer ? 'Answer' : 'Result'}
          aside={<CopyButton name="Copy" getText={() => answer} />}
        >
          {isAnswer ? (
            <Markdown text={answer} />
          ) : (
            <ResultView label="Result" text={answer} files={files} />
          )}
        </PanelCard>
      )}
      <FactList
        className="px-1"
        facts={[
          { name: 'Tool', text: <code className="font-mono text-xs">{name}</code> },
          { name: 'Attempt', text: String(step.attempt) },
          { name: 'If a crash interrupts it', text: replay && REPLAYS[replay] },
          ...listRemoteCallFacts(dispatch, outcome?.task_id),
        ]}
      />
    </div>
  );
}
