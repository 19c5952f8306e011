import type { Servable } from '../../server/index.ts';
import type { AgentLine, AgentLines } from '../../view/index.ts';
import { data, type ApiCall, type ApiRoute } from './route.ts';

/** The agents of the server, as they are now. Their cards are where clients read them. */
export const AGENT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/agents', answer: agentsAnswer },
];

function agentsAnswer({ context }: ApiCall): Response {
  const lines: AgentLines = { agents: context.site.agents.list().map(agentLine) };
  return data(lines);
}

function agentLine(agent: Servable): AgentLine {
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
    tools: (agentTools?.now() ?? []).map((tool) => tool.name),
    ...(mayCall && { calls: mayCall() }),
    ...(provider && { provider }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(mostRunning !== undefined && { mostRunning }),
  };
}
