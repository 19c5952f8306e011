import { tool, type ToolSet } from '#engine/tools';
import { createAgentCallTools, type AgentToolTexts } from './agent-tools.ts';
import { SUSPENDED_WAIT_S, createSuspendingCaller, type CallingDeps } from './suspended-call.ts';
import { SAY_TO_TASK } from './schemas.ts';

const TEXTS: AgentToolTexts = {
  waitS: SUSPENDED_WAIT_S,
  callAgent:
    'Gives an agent a task, and returns its answer. If that takes long, returns the unfinished task: its answer then arrives as a message, and get_task waits for it.',
  getTask: 'Tells how a task is: its answer, or that it works. Waits while it works.',
  getTaskReplay: 'key',
  answerTask: 'Sends words or files to a task of an agent, as an answer or beside its work.',
  answerInput: SAY_TO_TASK,
  noAnswer: 'give a message or files',
};

/** Creates the tools with which a model calls the other agents of its runner. */
export function createCallingTools(deps: CallingDeps): ToolSet {
  const tools = createAgentCallTools(TEXTS).map(({ name, description, input, replay, perform }) => {
    const traits = { description, input, ...(replay && { replay }) };
    return [
      name,
      tool({
        ...traits,
        execute: (args, context) => perform(args, createSuspendingCaller(deps, context)),
      }),
    ] as const;
  });
  return Object.fromEntries(tools);
}
