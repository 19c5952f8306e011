import { omitUndefined } from '#core';
import type { Servable } from '#serving/server';
import type { AgentSummary, AgentList, CreatedAgent } from '#people/view';
import { createAgentByRequest } from '../agent-creation/create-agent.ts';
import { parseCreateAgentRequest } from '../agent-creation/parse-create-agent.ts';
import {
  ApiError,
  refuseOnError,
  requireValid,
  type ApiCall,
  type ApiRoutes,
} from './api-route.ts';

export const AGENT_ROUTES: ApiRoutes = {
  'GET /agents': listAgents,
  'POST /agents': createRequestedAgent,
};

export function requireAgent({ context, param }: ApiCall): Servable {
  const agent = context.site.agents.get(param('agent'));
  if (agent) return agent;
  throw new ApiError(404, 'agent-not-found', 'agent not found: it may have been removed');
}

/** Returns a part of an agent. If the part is a function, calls the function to load the part. */
export async function loadPart<Part extends object>(
  part: Part | (() => Promise<Part>) | undefined,
): Promise<Part | undefined> {
  return typeof part === 'function' ? part() : part;
}

function listAgents({ context }: ApiCall): AgentList {
  const { site, agentFolders } = context;
  return {
    agents: site.agents.list().map(toAgentSummary),
    protocols: site.protocolNames,
    ...(agentFolders && agentFolders.folders.length > 0 && { places: agentFolders.folders }),
  };
}

function toAgentSummary(agent: Servable): AgentSummary {
  const { agentId, isExposed = true, agentTools, mayCall, mostRunning } = agent;
  const { name, title = name, description, version, skills = [] } = agent.description;
  const { provider, documentationUrl } = agent.description;
  return {
    id: agentId,
    name: title,
    description,
    version,
    isExposed,
    skills: skills.map(({ id, name: called, description: does, tags = [], examples = [] }) => {
      return { id, name: called, description: does, tags, examples };
    }),
    tools: (agentTools?.list() ?? []).map((tool) => tool.name),
    ...omitUndefined({ calls: mayCall?.(), provider, documentationUrl, mostRunning }),
  };
}

async function createRequestedAgent({ context, readBody }: ApiCall): Promise<CreatedAgent> {
  const { agentFolders } = context;
  const order = requireValid(
    parseCreateAgentRequest(await readBody()),
    '{"kind":"new","place","folder","name","prompt"}, kind "copy" with "agentId", or kind "import" with "fileName" and "text"',
  );
  if (!agentFolders || agentFolders.folders.length === 0) {
    const message =
      'agents cannot be created: start the server with a folder that holds several agents';
    throw new ApiError(409, 'no-such-place', message);
  }
  return refuseOnError(() => createAgentByRequest(agentFolders, order));
}
