import type { Meanings } from '../described.ts';

export const EVENT_MEANINGS: Meanings = {
  'task.submitted':
    'The task begins: its agent, its caller, its limits, the history that it continues.',
  'message.received': 'A message of the user, or the outcome of another task.',
  'results.received': 'The caller has run tools and sends the results.',
  'calls.declined': 'The caller answered in words instead of running or approving the calls.',
  'prompt.loaded': 'The system prompt of the agent.',
  'prompt.failed': 'The system prompt could not be made.',
  'context.selected': 'The rules, references, skills and tools that were chosen for the message.',
  'model.started': 'An attempt of a model call begins.',
  'model.replied':
    'The model has replied, with text or calls; what permissions say about the calls.',
  'model.failed': 'The attempt failed; when the next one begins, or that there is none.',
  'model.refused': 'The provider refused the request; what the next one leaves out.',
  'model.lost': 'The process that called the model has crashed or stopped. The call is made again.',
  'task.resumed': 'Another process continues the task.',
  'task.parked':
    'The task ended its process several times in a row. A user decides whether it continues.',
  'dispatch.reported': 'A message to a remote agent has come further.',
  'tool.started': 'A call of a tool begins.',
  'tool.interrupted':
    'The process that made the call has crashed or stopped. `replay` of the tool decides what follows.',
  'tool.returned': 'The call has returned.',
  'tool.failed': 'The call has failed. The model reads why.',
  'question.asked': 'A tool asks the user.',
  'question.answered': 'The user has answered. The tool is called again.',
  'call.suspended': 'The call waits for another task.',
  'call.resumed':
    'The other task has ended, or asks, or the time is over. The tool is called again.',
  'approval.requested': 'A user is asked if the call may be made.',
  'approval.decided': 'The user has decided.',
  'cancel.requested': 'Somebody cancels the task.',
  'limit.reached': 'The task has used up its steps or its time.',
  'task.finished': 'The task has ended, and how.',
};
