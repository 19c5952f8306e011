import { isJsonObject, TimestepError } from '../../../core/index.ts';
import type { AgentModels } from '../../../engine/port/index.ts';
import type { AgentModelsList, ProviderCheck } from '../../view/index.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

const MODELS_PATH = '/agents/:agent/models';

export const AGENT_MODEL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: MODELS_PATH,
    handle: (call) => withAgentModels(call, handleListModels),
  },
  {
    method: 'POST',
    path: `${MODELS_PATH}/check`,
    handle: (call) => withAgentModels(call, handleCheckProvider),
  },
];

type AgentModelsHandler = (models: AgentModels | undefined, call: ApiCall) => Promise<Response>;

async function withAgentModels(call: ApiCall, handler: AgentModelsHandler): Promise<Response> {
  const { context, param } = call;
  const agent = context.site.agents.get(param('agent'));
  if (!agent)
    return createErrorResponse(404, 'agent-not-found', 'agent not found: it may have been removed');
  try {
    const { choices } = agent;
    const known = typeof choices === 'function' ? await choices() : choices;
    return await handler(known?.models, call);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(409, thrown.code, thrown.message);
  }
}

async function handleListModels(models: AgentModels | undefined): Promise<Response> {
  const own = models?.getOwnModel();
  const list: AgentModelsList = {
    ...(own !== undefined && { own }),
    providers: models?.providers() ?? [],
  };
  return createJsonResponse(list);
}

/** Listing models checks an API key, because that request is free but needs the key. */
async function handleCheckProvider(
  models: AgentModels | undefined,
  { request, context }: ApiCall,
): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const provider = isJsonObject(body.value) ? body.value['provider'] : undefined;
  const isKnown = models?.providers().some(({ name }) => name === provider) ?? false;
  if (!models || typeof provider !== 'string' || !isKnown) {
    return createErrorResponse(
      400,
      'bad-request',
      'invalid request body: expected {"provider":NAME} with the name of a listed provider',
    );
  }
  return createJsonResponse(await checkProvider(models, provider));
}

async function checkProvider(models: AgentModels, provider: string): Promise<ProviderCheck> {
  try {
    const names = await models.list(provider);
    return { provider, works: true, models: names.length };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { provider, works: false, why: thrown.message };
  }
}
