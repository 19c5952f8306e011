import { COURIER, courier, type CourierDeps } from '../calling/index.ts';
import type { StoreUser } from '../port/index.ts';
import type { Servable } from '../server/index.ts';

/** The courier of the agents of a catalog, which none but these find. */
export function courierServable(site: CourierDeps, stores: StoreUser): Servable {
  return {
    agentId: COURIER,
    environment: undefined,
    description: {
      name: COURIER,
      description: 'Brings answers of agents that come late to the agents that asked',
      version: '1.0.0',
    },
    loop: courier(site),
    isExposed: false,
    ...stores,
    close: () => Promise.resolve(),
  };
}
