import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AGENT } from '../agent-address.ts';
import { KeptAgent } from '../kept-agent.ts';
import { createChatTransport, loadMessages } from './chat-transport.ts';

const transport = createChatTransport(new KeptAgent({ url: AGENT }));

function Chat() {
  const [text, setText] = useState('');
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({
    id: 'desk',
    messages: loadMessages(),
    resume: true,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });

  function showPart(part: UIMessage['parts'][number], index: number) {
    if (part.type === 'text') return <p key={index}>{part.text}</p>;
    if (part.type !== 'dynamic-tool') return null;
    const { toolCallId, toolName, input, state, approval } = part;
    const decide = (approved: boolean) => () =>
      addToolApprovalResponse({ id: approval?.id ?? '', approved });
    return (
      <div key={toolCallId} className="call">
        <code>
          {toolName}({JSON.stringify(input)})
        </code>
        {state === 'output-available' && <output>{String(part.output)}</output>}
        {state === 'approval-requested' && (
          <>
            <button onClick={decide(true)}>Allow</button>
            <button onClick={decide(false)}>Deny</button>
          </>
        )}
      </div>
    );
  }

  return (
    <main data-status={status}>
      {messages.map(({ id, role, parts }) => (
        <article key={id} className={role}>
          {parts.map(showPart)}
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText('');
        }}
      >
        <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}

createRoot(document.querySelector('#page') ?? document.body).render(<Chat />);
