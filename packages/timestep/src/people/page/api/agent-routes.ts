import { TimestepError } from '../../../core/index.ts';
import type { Servable } from '../../../serving/server/index.ts';
import type { AgentSummary, AgentList, CreatedAgent } from '../../view/index.ts';
import { createAgent } from '../agent-creation/create-agent.ts';
import { parseCreateAgentRequest } from '../agent-creation/parse-create-agent.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

export const AGENT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/agents', handle: handleListAgents },
  { method: 'POST', path: '/agents', handle: handleCreateAgent },
];

function handleListAgents({ context }: ApiCall): Response {
  const { site, agentFolders } = context;
  const lines: AgentList = {
    agents: site.agents.list().map(toAgentSummary),
    ...(agentFolders && agentFolders.folders.length > 0 && { places: agentFolders.folders }),
  };
  return createJsonResponse(lines);
}

function toAgentSummary(agent: Servable): AgentSummary {
  const { agentId, description: said } = agent;
  const {
    name,
    title = name,
    description,
    version,
    skills = [],
    provider,
    documentationUrl,
  } = said;
  const { isExposed = true, agentTools, mayCall, mostRunning } = agent;
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
    ...(mayCall && { calls: mayCall() }),
    ...(provider && { provider }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(mostRunning !== undefined && { mostRunning }),
  };
}

async function handleCreateAgent({ request, context }: ApiCall): Promise<Response> {
  const { site, agentFolders } = context;
  const body = await site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const order = parseCreateAgentRequest(body.value);
  if (!order) {
    const form = '{"kind":"new","place","folder","name","prompt"}, kind "copy" with "agentId"';
    return createErrorResponse(
      400,
      'bad-request',
      `invalid request body: expected ${form}, or kind "import" with "fileName" and "text"`,
    );
  }
  if (!agentFolders || agentFolders.folders.length === 0) {
    const message =
      'agents cannot be created: start the server with a folder that holds several agents';
    return createErrorResponse(409, 'no-such-place', message);
  }
  try {
    return createJsonResponse((await createAgent(agentFolders, order)) satisfies CreatedAgent);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(409, thrown.code, thrown.message);
  }
}
