import { fillPrompt, type AgentTools } from '#engine/tools';
import type { ResponsesAgent, ResponsesAgents, ResponsesPrompts } from '#protocols/responses';
import type { Mount, Protocol } from '../routing/mount.ts';
import type { Servable } from '../serve-options.ts';
import type { Servables } from '../servables.ts';

/** OpenAI Responses at `/v1`: `model` names the agent, which must have no own keys or scopes. */
export const responsesProtocol: Protocol = async (host) => {
  const { createResponsesHandler } = await import('#protocols/responses');
  const { runner, unstoredRunner, responses, sessions, files, readJson, readBytes, onError } = host;
  const handler = createResponsesHandler({
    runner,
    unstoredRunner,
    store: responses,
    sessions,
    files,
    agents: createResponsesAgents(host.agents),
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

function createResponsesAgents(agents: Servables): ResponsesAgents {
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
      return agent && isOpen(agent) ? toResponsesAgent(agent) : undefined;
    },
  };
}

function toResponsesAgent(agent: Servable): ResponsesAgent {
  const { agentId, environment, agentTools, description } = agent;
  const { output } = agent.loop;
  return {
    name: agentId,
    ...(output && {
      outputFormat: { type: 'json_schema', name: output.name, schema: output.schema },
    }),
    ...(environment && { serverLabel: environment.environmentId }),
    ...(agentTools && { prompts: toolsToPrompts(agentTools, description.version) }),
  };
}

/** Lets clients of the Responses API choose a tool that calls an agent by its name, in the field `prompt`. */
function toolsToPrompts(tools: AgentTools, version: string): ResponsesPrompts {
  return {
    version,
    get(name) {
      const tool = tools.list().find((one) => one.name === name);
      if (!tool) return undefined;
      return {
        parameters: tool.parameters,
        fill: (variables) => fillPrompt(tool, variables),
      };
    },
  };
}
