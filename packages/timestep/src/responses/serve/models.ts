import { modelNotFound, type Service } from './service.ts';

/** `GET /v1/models`: the agents, because callers of this API name them as models. */
export function listModels(service: Service): Response {
  const data = service.agents.names().map((name) => modelOf(name, service.startedAt));
  return Response.json({ object: 'list', data });
}

/** `GET /v1/models/{id}` */
export function retrieveModel({ agents, startedAt }: Service, id: string): Response {
  const agent = agents.get(id);
  if (!agent) throw modelNotFound(id, agents);
  return Response.json(modelOf(agent.name, startedAt));
}

function modelOf(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'timestep' };
}
