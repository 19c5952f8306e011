import { TimestepError } from '../../core/index.ts';
import type { Servable } from '../../server/index.ts';
import type { AgentLine, AgentLines, MadeAgent } from '../../view/index.ts';
import { makeAgent } from '../making/make-agent.ts';
import { agentOrderIn } from '../making/order-in.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** The agents of the server, as they are now. Their cards are where clients read them. */
export const AGENT_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/agents', answer: agentsAnswer },
  { method: 'POST', path: '/agents', answer: made },
];

function agentsAnswer({ context }: ApiCall): Response {
  const { site, places } = context;
  const lines: AgentLines = {
    agents: site.agents.list().map(agentLine),
    ...(places && places.folders.length > 0 && { places: places.folders }),
  };
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

async function made({ request, context }: ApiCall): Promise<Response> {
  const { site, places } = context;
  const body = await site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const order = agentOrderIn(body.value);
  if (!order) {
    const form = '{"kind":"new","place","folder","name","prompt"}, or "copy" with "agentId"';
    return refusal(400, 'bad-request', `write ${form}, or "import" with "fileName" and "text"`);
  }
  if (!places || places.folders.length === 0) {
    const message = 'agents are made where the server was started with a folder of several agents';
    return refusal(409, 'no-such-place', message);
  }
  try {
    return data((await makeAgent(places, order)) satisfies MadeAgent);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(409, thrown.code, thrown.message);
  }
}
