import { TimestepError } from '../../../core/index.ts';
import type { StoreReport } from '../../view/index.ts';
import { parsePruneRequest } from '../maintenance/parse-prune-request.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

export const STORE_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/operating/store', handle: handleGetStoreReport },
  { method: 'POST', path: '/operating/copies', handle: handleBackUpStore },
  { method: 'POST', path: '/operating/prune', handle: handlePruneTasks },
];

async function handleGetStoreReport({ context: { maintenance } }: ApiCall): Promise<Response> {
  if (!maintenance) return createJsonResponse({ isKept: false } satisfies StoreReport);
  return runStoreOperation(async (): Promise<StoreReport> => {
    const { retention } = maintenance;
    const [examination, copies] = await Promise.all([maintenance.examine(), maintenance.copies()]);
    return { isKept: true, examination, copies, ...(retention !== undefined && { retention }) };
  });
}

async function handleBackUpStore({ context: { maintenance } }: ApiCall): Promise<Response> {
  return maintenance ? runStoreOperation(() => maintenance.backUp()) : createNoStoreResponse();
}

async function handlePruneTasks({
  request,
  context: { maintenance, site },
}: ApiCall): Promise<Response> {
  if (!maintenance) return createNoStoreResponse();
  const body = await site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const order = parsePruneRequest(body.value);
  if (typeof order === 'string') return createErrorResponse(400, 'bad-request', order);
  return runStoreOperation(() => maintenance.prune(order));
}

function createNoStoreResponse(): Response {
  const message = 'this server cannot maintain its database: start it with "timestep serve"';
  return createErrorResponse(404, 'no-upkeep', message);
}

/** A `TimestepError` becomes HTTP 409, because its message is written for the operator. */
async function runStoreOperation(operation: () => Promise<unknown>): Promise<Response> {
  try {
    return createJsonResponse(await operation());
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(409, thrown.code, thrown.message);
  }
}
