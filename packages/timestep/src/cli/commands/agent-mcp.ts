import { EXIT, isSet, textOf, type Command } from '../command.ts';
import { complainer, MODEL_OPTION } from '../served-folder.ts';
import { untilStopped } from '../until-stopped.ts';

export const agentMcp: Command = {
  words: ['agent-mcp'],
  operand: '<workspace>',
  about: 'Serves tools that make and change agents, as an MCP server on standard input and output.',
  more: 'The agents are the folders below the workspace; nothing outside of it is read or written. Tools list, read, make, change, copy, delete and try them. A person is shown every change before it is made, by the elicitation of the client; a client that offers none can change nothing, unless the server is started with --yes. Messages for people go to standard error.',
  options: {
    yes: { type: 'boolean', about: 'allows every change; no person is asked' },
    model: { ...MODEL_OPTION, about: 'answers in trials instead of the models of the agents' },
  },
  examples: [
    'timestep agent-mcp agents',
    'timestep agent-mcp agents --model openai/gpt-4o-mini',
    'timestep agent-mcp drafts --yes',
  ],
  async run({ operand, values }, around) {
    const { complain, version, stopped } = around;
    const { workspaceTools } = await import('../../folder/index.ts');
    const { serveEnvironmentStdio } = await import('../../mcp/index.ts');
    const { Agent, askOnce } = await import('../../server/index.ts');
    const model = textOf(values, 'model');
    const onError = complainer(complain, (text) => text);
    const tools = workspaceTools(operand, {
      version,
      allowsChanges: isSet(values, 'yes'),
      ...(model !== undefined && { model }),
      async askOnce(definition, message, context, showsTurns) {
        const agent = new Agent(definition);
        try {
          return await askOnce(agent, message, context, { showsTurns, onError });
        } finally {
          await agent.close();
        }
      },
    });
    const serving = serveEnvironmentStdio(tools, { onError });
    await Promise.race([serving.closed, untilStopped(stopped())]);
    await serving.close();
    return EXIT.fine;
  },
};
