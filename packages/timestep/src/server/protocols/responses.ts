import { promptOfCall, type AgentTools } from '../../environment/index.ts';
import type { ResponsesAgent, ResponsesAgents, ResponsesPrompts } from '../../responses/index.ts';
import type { Mount, Protocol } from '../mount.ts';
import type { Servable } from '../serve-options.ts';
import type { Servables } from '../servables.ts';

/**
 * OpenAI Responses at `/v1` for all agents: `model` names the agent. An agent with keys or scopes of
 * its own is not among them, because the keys of the server do not open it. The room is loaded with the first
 * server.
 */
export const responsesProtocol: Protocol = async (site) => {
  const { createResponsesHandler } = await import('../../responses/index.ts');
  const { runner, unstoredRunner, responses, sessions, files, readJson, readBytes, onError } = site;
  const handler = createResponsesHandler({
    runner,
    unstoredRunner,
    store: responses,
    sessions,
    files,
    agents: responsesAgents(site.agents),
    toolSite: 'server',
    readJson,
    readBytes,
    onError,
  });
  const mount: Mount = {
    prefix: '/v1',
    answer: (request, { principal }) => handler.answer(request, principal),
    refuse: (refusal) => handler.refuse(refusal),
  };
  return { mounts: [mount], close: () => handler.close() };
};

function responsesAgents(agents: Servables): ResponsesAgents {
  const isOpen = ({ apiKeys, scopes }: Servable): boolean =>
    apiKeys === undefined && scopes === undefined;
  return {
    names: () =>
      agents
        .list()
        .filter(isOpen)
        .map(({ agentId }) => agentId),
    get(name) {
      const agent = agents.get(name);
      return agent && isOpen(agent) ? responsesAgentOf(agent) : undefined;
    },
  };
}

function responsesAgentOf(agent: Servable): ResponsesAgent {
  const { agentId, environment, agentTools, description } = agent;
  const { output } = agent.loop;
  return {
    name: agentId,
    ...(output && {
      outputFormat: { type: 'json_schema', name: output.name, schema: output.schema },
    }),
    ...(environment && { serverLabel: environment.environmentId }),
    ...(agentTools && { prompts: promptsOf(agentTools, description.version) }),
  };
}

/** The prompts of the tools that an agent is for others, which callers of this API name. */
function promptsOf(tools: AgentTools, version: string): ResponsesPrompts {
  return {
    version,
    get(name) {
      const tool = tools.now().find((one) => one.name === name);
      if (!tool) return undefined;
      return {
        parameters: tool.parameters,
        fill: (variables) => promptOfCall(tool, variables),
      };
    },
  };
}
