import type { CallStep } from '@timestep-ai/timestep/view';

/**
 * Lists where a message to another agent was sent, as names and texts. `taskId` is the called task, if its
 * agent is on this server.
 */
export function listRemoteCallFacts(
  dispatch: CallStep['dispatch'],
  taskId?: string,
): readonly { readonly name: string; readonly text: string | undefined }[] {
  return [
    { name: 'Remote agent', text: dispatch?.name },
    { name: 'Sent to', text: dispatch?.agent },
    { name: 'Remote task', text: taskId ?? dispatch?.task_id },
  ];
}
