import type { Dispatch } from '#core';

/** Describes for people the delivery state of a message to a remote agent. */
export function describeDispatch(dispatch: Dispatch): string {
  const { state, agent: address, name, task_id: taskId = '' } = dispatch;
  const agent = name === undefined ? address : `${name} (${address})`;
  switch (state) {
    case 'sending':
      return `sending to ${agent}, which has not answered yet`;
    case 'accepted':
      return `${agent} has it as task ${taskId}`;
    case 'unsent':
      return `${agent} has not received it`;
    case 'unknown':
      return `unknown whether ${agent} received it`;
  }
}
