import { useState, type ReactNode } from 'react';
import {
  counted,
  formatCost,
  getText,
  type ModelStep,
  type StepTools,
} from '@timestep-ai/timestep/view';
import { Tabs } from '../controls/tabs.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { WindowParts } from '../conversation/window-parts.tsx';
import { FactList } from '../values/facts.tsx';
import { JsonView } from '../values/json-view.tsx';
import { buildChatRequest, formatModelCurl } from './copied-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { MessageCard } from './message-card.tsx';
import { PanelCard } from './panel-card.tsx';
import { listRemoteCallFacts } from './remote-facts.tsx';
import { OfferedTools } from './offered-tools.tsx';
import { Fold } from '../controls/fold.tsx';

const TITLES = {
  messages: 'Messages',
  thought: 'Thought',
  tools: 'Tools',
  request: 'Request',
  reply: 'Raw reply',
} as const;

/** Loads the tools that the request offered, and shows what `children` makes of them. */
export type LoadStepTools = (children: (offered: StepTools) => ReactNode) => ReactNode;

interface ModelPanelProps {
  readonly step: ModelStep;
  /** Undefined if only the log is known, which contains no tools of the agent. */
  readonly loadTools: LoadStepTools | undefined;
}

export function ModelPanel({ step, loadTools }: ModelPanelProps) {
  const [tab, setTab] = useState<keyof typeof TITLES>('messages');
  const { clientTools, reply, failure, dispatch } = step;
  const hasTools = !dispatch && (loadTools !== undefined || clientTools.length > 0);
  const withTools: LoadStepTools =
    loadTools && !dispatch ? loadTools : (children) => children({ tools: clientTools });
  const titles = Object.fromEntries(
    Object.entries(TITLES).filter(
      ([part]) => (part !== 'thought' || reply?.reasoning) && (part !== 'tools' || hasTools),
    ),
  ) as typeof TITLES;
  const shown = titles[tab] === undefined ? 'messages' : tab;
  return (
    <Tabs
      label="Parts of the step"
      titles={titles}
      tab={shown}
      onChange={setTab}
      className="overflow-y-auto p-3"
    >
      <div className="flex flex-col gap-2.5">
        {shown === 'messages' && <Messages step={step} />}
        {shown === 'thought' && (
          <PanelCard title={TITLES.thought}>
            <Markdown text={reply?.reasoning ?? ''} />
          </PanelCard>
        )}
        {shown === 'tools' &&
          withTools((offered) => (
            <OfferedTools offered={offered} isLogOnly={loadTools === undefined} />
          ))}
        {shown === 'request' &&
          withTools(({ tools }) => (
            <RebuiltRequest step={step} tools={tools} isLogOnly={loadTools === undefined} />
          ))}
        {shown === 'reply' && <JsonView label="Raw reply" value={reply ?? failure ?? null} />}
      </div>
    </Tabs>
  );
}

function Messages({ step }: { step: ModelStep }) {
  const { messages, newFrom, omitted, reply, failure, dispatch } = step;
  const toolNames = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map((call) => [call.id, call.function.name] as const)
        : [],
    ),
  );
  const card = (at: number, isNew: boolean) => {
    const message = messages[at];
    return (
      message && <MessageCard key={at} message={message} isNew={isNew} toolNames={toolNames} />
    );
  };
  const indexes = messages.map((_, at) => at);
  const older = indexes.slice(0, newFrom);
  return (
    <>
      <ContextWindow step={step} />
      {reply && (
        <PanelCard title="Reply" aside={<CopyButton name="Copy" getText={() => getText(reply)} />}>
          <Markdown text={getText(reply)} />
          {(reply.tool_calls ?? []).map(({ id, function: called }) => (
            <div key={id} className="mt-1 font-mono text-xs">
              <span className="text-tool">{called.name}</span>{' '}
              <span className="text-muted">{called.arguments}</span>
            </div>
          ))}
        </PanelCard>
      )}
      {failure && (
        <PanelCard title="Failure">
          <p className="text-bad">{failure.message}</p>
        </PanelCard>
      )}
      {dispatch && <FactList className="px-1" facts={listRemoteCallFacts(dispatch)} />}
      {indexes.slice(newFrom).map((at) => card(at, true))}
      {older.length > 0 && (
        <Fold
          title={counted(older.length + omitted, 'earlier message')}
          className="text-sm"
          titleClass="text-xs text-muted"
        >
          <div className="mt-2 flex flex-col gap-2.5">
            {omitted > 0 && (
              <p className="text-xs text-muted">
                Not shown here: {counted(omitted, 'older message')}. See the log of the task.
              </p>
            )}
            {older.map((at) => card(at, false))}
          </div>
        </Fold>
      )}
    </>
  );
}

function ContextWindow({ step: { window, reply } }: { step: ModelStep }) {
  const total = window.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0) return null;
  const { usage } = reply ?? {};
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  return (
    <PanelCard
      title={`Context window: ${usage ? '' : 'about '}${total.toLocaleString('en')} tokens`}
      aside={cached > 0 ? `${cached.toLocaleString('en')} cached` : undefined}
    >
      <WindowParts parts={window} />
    </PanelCard>
  );
}

interface RebuiltRequestProps extends StepTools {
  readonly step: ModelStep;
  readonly isLogOnly: boolean;
}

function RebuiltRequest({ step, tools, isLogOnly }: RebuiltRequestProps) {
  const request = buildChatRequest(step, tools);
  return (
    <>
      <p className="text-xs text-muted">
        Rebuilt from the log, in the form of Chat Completions. The provider received it in its own
        form{isLogOnly || step.dispatch ? ', with the tools that the agent had at the time' : ''}.
      </p>
      <div className="flex gap-1">
        <CopyButton name="Copy JSON" getText={() => JSON.stringify(request, null, 2)} />
        <CopyButton name="Copy as curl" getText={() => formatModelCurl(step, tools)} />
      </div>
      <JsonView label="Rebuilt request" value={request} />
    </>
  );
}

/** Lists the number of tokens and the cost of a model call, as far as they are known. */
export function listModelFigures({ reply }: ModelStep): readonly (readonly [string, string])[] {
  const { usage, cost_usd: cost } = reply ?? {};
  return [
    ...(usage
      ? ([
          ['Tokens', `${usage.prompt_tokens.toLocaleString('en')} → ${usage.completion_tokens}`],
        ] as const)
      : []),
    ...(cost === undefined ? [] : ([['Cost', formatCost(cost)]] as const)),
  ];
}
