import type { JsonObject } from '#core';
import type { McpTool } from '#protocols/mcp';
import {
  createAgentCallTools,
  createListAgentsTool,
  type AgentTool,
  type AgentToolTexts,
} from './agent-tools.ts';
import type { McpCallingDeps } from './callable-agents.ts';
import { createRequestCaller, REQUEST_WAIT_S, reportDismissedQuestion } from './request-call.ts';
import { ANSWER_TASK, SEND_MESSAGE } from './schemas.ts';

const TEXTS: AgentToolTexts = {
  waitS: REQUEST_WAIT_S,
  callAgent:
    'Gives an agent a task. Returns its answer. If that takes long or needs the user, returns the unfinished task: continue with get_task or answer_task.',
  getTask: 'Tells how a task is: its answer, or what it waits for. Waits while it works.',
  getTaskReplay: 'safe',
  answerTask:
    'Sends the answer of the user to a task that asked, or decisions about the calls that it wants to make.',
  answerInput: ANSWER_TASK,
  noAnswer: 'give a message, approvals or files',
};

/** Creates the MCP tools for calls of agents. `get_task` finds the result of a long call. */
export function createMcpCallingTools(deps: McpCallingDeps): readonly McpTool[] {
  const tools = createAgentCallTools(TEXTS);
  const aliases = [
    createListAgentsTool('a2a_list_agents', 'List agents (A2A)'),
    ...tools.filter(({ name }) => name === 'call_agent').map(createSendMessageAlias),
  ];
  return [...tools, ...aliases].map(({ perform: execute, ...tool }) => ({
    ...tool,
    execute: (args: JsonObject, context) => execute(args, createRequestCaller(deps, context)),
    unanswered: (question, context) => reportDismissedQuestion(deps, question, context),
  }));
}

/**
 * Creates `a2a_send_message`: the tool `call_agent` under the name and with the arguments that other A2A
 * bridges use.
 */
function createSendMessageAlias(callAgent: AgentTool): AgentTool {
  return {
    ...callAgent,
    name: 'a2a_send_message',
    title: 'Send a message (A2A)',
    description: 'Gives an agent a task, as call_agent does.',
    input: SEND_MESSAGE,
    perform: ({ agentId: agent, message }, caller) =>
      callAgent.perform({ agent, message } as JsonObject, caller),
  };
}
