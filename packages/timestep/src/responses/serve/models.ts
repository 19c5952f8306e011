import type { ResponsesAgent } from './options.ts';
import { modelNotFound, type Service } from './service.ts';

/** `GET /v1/models`: the agents, because callers of this API name them as models. */
export function listModels(service: Service): Response {
  const data = service.agents.map((agent) => modelOf(agent, service.startedAt));
  return Response.json({ object: 'list', data });
}

/** `GET /v1/models/{id}` */
export function retrieveModel({ agents, startedAt }: Service, id: string): Response {
  const agent = agents.find(({ name }) => name === id);
  if (!agent) throw modelNotFound(id, agents.map(({ name }) => name).join(', '));
  return Response.json(modelOf(agent, startedAt));
}

function modelOf({ name }: ResponsesAgent, created: number): object {
  return { id: name, object: 'model', created, owned_by: 'timestep' };
}
