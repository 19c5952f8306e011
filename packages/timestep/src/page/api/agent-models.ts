import { isJsonObject, TimestepError } from '../../core/index.ts';
import type { AgentModels } from '../../port/index.ts';
import type { AgentModelsList, ProviderCheck } from '../../view/index.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

const MODELS = '/agents/:agent/models';

/** The model of an agent, the providers that it could ask, and whether their keys work. */
export const AGENT_MODEL_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: MODELS, answer: (call) => ofAgent(call, modelsAnswer) },
  { method: 'POST', path: `${MODELS}/check`, answer: (call) => ofAgent(call, checkAnswer) },
];

type ModelsAnswer = (models: AgentModels | undefined, call: ApiCall) => Promise<Response>;

async function ofAgent(call: ApiCall, answer: ModelsAnswer): Promise<Response> {
  const { context, param } = call;
  const agent = context.site.agents.get(param('agent'));
  if (!agent) return refusal(404, 'agent-not-found', 'there is no such agent: it may have gone');
  try {
    const { choices } = agent;
    const known = typeof choices === 'function' ? await choices() : choices;
    return await answer(known?.models, call);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(409, thrown.code, thrown.message);
  }
}

async function modelsAnswer(models: AgentModels | undefined): Promise<Response> {
  const own = models?.own();
  const list: AgentModelsList = {
    ...(own !== undefined && { own }),
    providers: models?.providers() ?? [],
  };
  return data(list);
}

/** Asks the provider for its models, which costs nothing and needs the key. */
async function checkAnswer(
  models: AgentModels | undefined,
  { request, context }: ApiCall,
): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const provider = isJsonObject(body.value) ? body.value['provider'] : undefined;
  const isKnown = models?.providers().some(({ name }) => name === provider) ?? false;
  if (!models || typeof provider !== 'string' || !isKnown) {
    return refusal(400, 'bad-request', 'write {"provider":NAME}, with a name of the list');
  }
  return data(await checked(models, provider));
}

async function checked(models: AgentModels, provider: string): Promise<ProviderCheck> {
  try {
    const names = await models.list(provider);
    return { provider, works: true, models: names.length };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return { provider, works: false, why: thrown.message };
  }
}
