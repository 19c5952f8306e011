import type { StoreReport } from '#people/view';
import { parsePruneRequest } from '../maintenance/parse-prune-request.ts';
import type { StoreMaintenance } from '../maintenance/store-maintenance.ts';
import {
  ApiError,
  refuseOnError,
  requireNoProblem,
  type ApiCall,
  type ApiRoutes,
} from './api-route.ts';

export const STORE_ROUTES: ApiRoutes = {
  'GET /operating/store': getStoreReport,
  'POST /operating/copies': (call) => refuseOnError(() => requireMaintenance(call).backUp()),
  'POST /operating/prune': async (call) => {
    const maintenance = requireMaintenance(call);
    const order = requireNoProblem(parsePruneRequest(await call.readBody()));
    return refuseOnError(() => maintenance.prune(order));
  },
};

async function getStoreReport({ context: { maintenance } }: ApiCall): Promise<StoreReport> {
  if (!maintenance) return { isKept: false };
  return refuseOnError(async () => {
    const { retention } = maintenance;
    const [examination, copies] = await Promise.all([maintenance.examine(), maintenance.copies()]);
    return { isKept: true, examination, copies, ...(retention !== undefined && { retention }) };
  });
}

function requireMaintenance({ context: { maintenance } }: ApiCall): StoreMaintenance {
  if (maintenance) return maintenance;
  const message = 'this server cannot maintain its database: start it with "timestep serve"';
  throw new ApiError(404, 'no-upkeep', message);
}
