import type { Ports } from './services.ts';

/** Suggests commands to try on the running agents. */
export function formatNextSteps({ agentA, agentB, driver }: Ports): string {
  return `
All servers keep running; stop them with Ctrl-C. Try:

  start another        curl -X POST http://localhost:${driver}/start-task -H "Content-Type: application/json" \\
                         -d '{"taskId": "demo-2", "turns": 3}'
  its status           curl http://localhost:${driver}/status/demo-2
  agent cards          curl http://localhost:${agentA}/a2a/.well-known/agent-card
                       curl http://localhost:${agentB}/a2a/.well-known/agent-card
  agent A's messages   curl http://localhost:${agentA}/tasks/demo-2
`;
}
