import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  ExportedMessageRepository,
  MessagePrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { fromAgUiMessages, useAgUiRuntime } from '@assistant-ui/react-ag-ui';
import { createRoot } from 'react-dom/client';
import { AGENT } from '../agent-address.ts';
import { KeptAgent } from '../kept-agent.ts';

const desk = new KeptAgent({ url: AGENT });

const history = {
  /** Shows the conversation until the last run, and lets that run go on. */
  load() {
    const { kept } = desk;
    if (!kept) return Promise.resolve({ messages: [] });
    desk.goOn();
    const messages = ExportedMessageRepository.fromArray(fromAgUiMessages(kept.messages));
    return Promise.resolve({ ...messages, unstable_resume: true });
  },
  append: () => Promise.resolve(),
};

function Call({
  toolName,
  argsText,
  result,
  approval,
  respondToApproval,
}: ToolCallMessagePartProps) {
  return (
    <div className="call">
      <code>
        {toolName}({argsText})
      </code>
      {result !== undefined && <output>{String(result)}</output>}
      {approval && approval.approved === undefined && (
        <>
          <button onClick={() => respondToApproval({ approved: true })}>Allow</button>
          <button onClick={() => respondToApproval({ approved: false })}>Deny</button>
        </>
      )}
    </div>
  );
}

function Message() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts components={{ tools: { Fallback: Call } }} />
    </MessagePrimitive.Root>
  );
}

function Chat() {
  const runtime = useAgUiRuntime({ agent: desk, adapters: { history } });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages components={{ Message }} />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.querySelector('#page') ?? document.body).render(<Chat />);
