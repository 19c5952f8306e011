import { TimestepError } from '../../core/index.ts';
import type { StoreReport } from '../../view/index.ts';
import { readPruneOrder } from '../upkeep/prune-order.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** Looking after the database of the server. */
export const UPKEEP_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/operating/store', answer: reportAnswer },
  { method: 'POST', path: '/operating/copies', answer: copyAnswer },
  { method: 'POST', path: '/operating/prune', answer: pruneAnswer },
];

async function reportAnswer({ context: { upkeep } }: ApiCall): Promise<Response> {
  if (!upkeep) return data({ isKept: false } satisfies StoreReport);
  return orRefusal(async (): Promise<StoreReport> => {
    const { retention } = upkeep;
    const [examination, copies] = await Promise.all([upkeep.examine(), upkeep.copies()]);
    return { isKept: true, examination, copies, ...(retention !== undefined && { retention }) };
  });
}

async function copyAnswer({ context: { upkeep } }: ApiCall): Promise<Response> {
  return upkeep ? orRefusal(() => upkeep.backUp()) : nothingKept();
}

async function pruneAnswer({ request, context: { upkeep, site } }: ApiCall): Promise<Response> {
  if (!upkeep) return nothingKept();
  const body = await site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const order = readPruneOrder(body.value);
  if (typeof order === 'string') return refusal(400, 'bad-request', order);
  return orRefusal(() => upkeep.prune(order));
}

function nothingKept(): Response {
  const message = 'this server looks after no database: serve it with "timestep serve"';
  return refusal(404, 'no-upkeep', message);
}

/** What the database refuses is a sentence for the operator. */
async function orRefusal(work: () => Promise<unknown>): Promise<Response> {
  try {
    return data(await work());
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(409, thrown.code, thrown.message);
  }
}
