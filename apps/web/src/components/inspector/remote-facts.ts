import type { CallStep } from '@timestep-ai/timestep/view';

/** Lists where the message of a step went. `taskId` is the task of an agent on this server. */
export function listRemoteFacts(
  dispatch: CallStep['dispatch'],
  taskId?: string,
): readonly { readonly name: string; readonly text: string | undefined }[] {
  return [
    { name: 'Remote agent', text: dispatch?.name },
    { name: 'Sent to', text: dispatch?.agent },
    { name: 'Its task', text: taskId ?? dispatch?.task_id },
  ];
}
