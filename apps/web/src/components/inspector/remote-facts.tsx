import type { ReactNode } from 'react';
import type { CallStep } from '@timestep-ai/timestep/view';
import { getCardUrl } from './card-url.ts';

/**
 * Lists where a message to another agent was sent, as names and texts. `taskId` is the called task, if its
 * agent is on this server.
 */
export function listRemoteCallFacts(
  dispatch: CallStep['dispatch'],
  taskId?: string,
): readonly { readonly name: string; readonly text: ReactNode }[] {
  const card = dispatch && getCardUrl(dispatch.agent);
  return [
    { name: 'Remote agent', text: dispatch?.name },
    { name: 'Sent to', text: dispatch?.agent },
    {
      name: 'Agent card',
      text: card && (
        <a href={card} target="_blank" rel="noreferrer" className="text-accent underline">
          Open
        </a>
      ),
    },
    { name: 'Remote task', text: taskId ?? dispatch?.task_id },
  ];
}
