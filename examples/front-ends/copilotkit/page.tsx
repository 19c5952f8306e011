import {
  CopilotChat,
  CopilotKitProvider,
  useInterrupt,
  useRenderTool,
} from '@copilotkit/react-core/v2';
import '@copilotkit/react-core/v2/styles.css';
import { createRoot } from 'react-dom/client';
import { AGENT } from '../agent-address.ts';
import { KeptAgent } from '../kept-agent.ts';

const desk = new KeptAgent({ url: AGENT });

function Chat() {
  useRenderTool({
    name: '*',
    render: ({ name, parameters, result }) => (
      <div className="call">
        <code>
          {name}({JSON.stringify(parameters)})
        </code>
        {result !== undefined && <output>{result}</output>}
      </div>
    ),
  });
  useInterrupt({
    render: ({ interrupt, resolve }) => (
      <div className="approval">
        <p>{interrupt?.message}</p>
        <button onClick={() => resolve({ approved: true })}>Allow</button>
        <button onClick={() => resolve({ approved: false })}>Deny</button>
      </div>
    ),
  });
  return <CopilotChat threadId={desk.threadId} />;
}

createRoot(document.querySelector('#page') ?? document.body).render(
  <CopilotKitProvider selfManagedAgents={{ default: desk }}>
    <Chat />
  </CopilotKitProvider>,
);
