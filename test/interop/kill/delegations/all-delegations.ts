import { CLIENT_SETS, hasClients } from '../../clients/client-sets.ts';
import { JS_PEERS } from './js-peers.ts';
import { PYTHON_PEERS } from './python-peers.ts';
import {
  delegationStory,
  POINTS,
  ROUTES,
  type DelegationOutcome as Outcome,
  type DelegationStory,
} from './story.ts';

export interface DelegationOutcome extends Outcome {
  readonly peers: readonly string[];
}

/** Kills each caller of each peer at each point. */
export async function delegationsOn(
  runner: 'sqlite' | 'temporal',
  story: Pick<DelegationStory, 'kills' | 'random' | 'onScene'>,
): Promise<DelegationOutcome> {
  const sets = CLIENT_SETS.filter(({ name }) => name.includes('-mcp-'));
  const peers = sets.every((set) => hasClients(set)) ? [...JS_PEERS, ...PYTHON_PEERS] : JS_PEERS;
  const names = peers.map(({ name }) => name);
  const all = { ...story, peers, points: POINTS };
  if (runner === 'sqlite') {
    return { peers: names, ...(await delegationStory({ ...all, routes: ROUTES })) };
  }
  const { delegationsOnTemporal } = await import('../../../temporal/delegations-on-temporal.ts');
  // The bridge has its own options for Temporal, and calls peers like the agent.
  const routes = ROUTES.filter((route) => route !== 'bridge');
  return { peers: names, ...(await delegationsOnTemporal({ ...all, routes })) };
}
