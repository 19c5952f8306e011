import { createModelNotFoundError, type ResponsesService } from './responses-service.ts';

/** `GET /v1/models`: the agents, because callers name an agent as the model. */
export function listModels(service: ResponsesService): Response {
  const data = service.agents.names().map((name) => agentToModel(name, service.startedAt));
  return Response.json({ object: 'list', data });
}

/** `GET /v1/models/{id}` */
export function retrieveModel({ agents, startedAt }: ResponsesService, id: string): Response {
  const agent = agents.get(id);
  if (!agent) throw createModelNotFoundError(id, agents);
  return Response.json(agentToModel(agent.name, startedAt));
}

function agentToModel(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'timestep' };
}
