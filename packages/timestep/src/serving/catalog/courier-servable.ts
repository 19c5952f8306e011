import { COURIER, createCourierAgent, type CourierDeps } from '../../agents/calling/index.ts';
import type { StoreUser } from '../../engine/port/index.ts';
import type { Servable } from '../server/index.ts';

/**
 * Creates the internal agent that delivers late answers. Only agents of the catalog can reach it.
 */
export function createCourier(deps: CourierDeps, stores: StoreUser): Servable {
  return {
    agentId: COURIER,
    environment: undefined,
    description: {
      name: COURIER,
      description: 'Delivers late answers of agents to the agents that asked',
      version: '1.0.0',
    },
    loop: createCourierAgent(deps),
    isExposed: false,
    ...stores,
    close: () => Promise.resolve(),
  };
}
