import type { Command } from '../../command.ts';
import { MODEL_OPTION } from '../../agents/served-folder.ts';
import { createErrorWriter } from '../../output/error-writer.ts';
import { waitForAbort } from './wait-for-abort.ts';

export const agentMcp: Command = {
  usage: 'agent-mcp <workspace>',
  about:
    'Runs an MCP server with tools for creating and editing agents, on standard input and output.',
  more: 'The agents are the folders below the workspace; nothing outside of it is read or written. The tools list, read, create, edit, copy, delete and test agents. The user must approve every change through the elicitation feature of the client. If the client does not support elicitation, changes are refused unless the server is started with --yes. Messages for the user go to standard error.',
  options: {
    yes: { about: 'allows every change without asking the user' },
    model: { ...MODEL_OPTION, about: 'model for testing agents, instead of their own models' },
  },
  examples: [
    'timestep agent-mcp agents',
    'timestep agent-mcp agents --model openai/gpt-4o-mini',
    'timestep agent-mcp drafts --yes',
  ],
  async run({ operand, values }, context) {
    const { writeError, version, getStopSignal } = context;
    const { createAgentAuthoringTools } = await import('#agents/agent-tools');
    const { loadAgent } = await import('#agents/agent');
    const { serveEnvironmentStdio } = await import('#protocols/mcp');
    const { Agent, askOnce } = await import('#serving/server');
    const model = values.text('model');
    const onError = createErrorWriter(writeError);
    const tools = createAgentAuthoringTools(operand, {
      version,
      allowsChanges: values.isSet('yes'),
      async askOnce(files, message, call, showsTurns) {
        const definition = await loadAgent(files, model === undefined ? {} : { model });
        const agent = new Agent(definition);
        try {
          return await askOnce(agent, message, call, { showsTurns, onError });
        } finally {
          await agent.close();
          await definition.close();
        }
      },
    });
    const serving = serveEnvironmentStdio(tools, { onError });
    await Promise.race([serving.closed, waitForAbort(getStopSignal())]);
    await serving.close();
  },
};
