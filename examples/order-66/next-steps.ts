import type { Ports } from './services.ts';

/** Suggests commands to try on the running agents. */
export function formatNextSteps({ agentA, agentB, driver }: Ports): string {
  return `
Everything keeps running; stop it with Ctrl-C. Try:

  begin another        curl -X POST http://localhost:${driver}/start-task -H "Content-Type: application/json" \\
                         -d '{"taskId": "demo-2", "turns": 3}'
  how it is doing      curl http://localhost:${driver}/status/demo-2
  agent cards          curl http://localhost:${agentA}/a2a/.well-known/agent-card
                       curl http://localhost:${agentB}/a2a/.well-known/agent-card
  what agent A heard   curl http://localhost:${agentA}/tasks/demo-2
`;
}
