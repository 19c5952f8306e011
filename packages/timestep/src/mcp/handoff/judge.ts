import { DEFAULT_MAX_HOPS } from '../../core/index.ts';
import { isLoopback } from '../../http/index.ts';
import type { HandoffTarget } from './target.ts';

/**
 * Where handoffs may go. The address comes from a model, so only addresses named here are allowed.
 */
export interface HandoffPolicy {
  /**
   * Addresses that may be called: an origin (`https://agents.example`) with everything below it, or
   * a URL whose path the target's path must equal or continue. `'loopback'`, the default: this
   * machine only.
   */
  readonly allow?: 'loopback' | readonly string[];
  /** The longest chain of handoffs, counting this one. Default 4. */
  readonly maxHops?: number;
}

/** Whether a handoff may be made, and if not, why. */
export type HandoffVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Decides whether a handoff may be made; the model reads the reason of a refusal. */
export function judgeHandoff(
  target: Pick<HandoffTarget, 'agentUri' | 'hops'>,
  policy: HandoffPolicy,
): HandoffVerdict {
  const { agentUri, hops } = target;
  const { allow = 'loopback', maxHops = DEFAULT_MAX_HOPS } = policy;
  const url = URL.canParse(agentUri) ? new URL(agentUri) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return refused(`${agentUri} is not an http or https address of an agent`);
  }
  if (url.username !== '' || url.password !== '') {
    return refused('an address of an agent must not hold a user name or password');
  }
  if (hops > maxHops) {
    return refused(
      `this would be handoff ${hops} in a row, and only ${maxHops} are allowed: answer yourself`,
    );
  }
  if (allow === 'loopback') {
    return isLoopback(url.hostname)
      ? { allowed: true }
      : refused(`handoff to ${agentUri} is not allowed: only agents on this machine are`);
  }
  if (allow.some((entry) => covers(entry, url))) return { allowed: true };
  const known = allow.length === 0 ? 'no agent is' : `allowed are ${allow.join(', ')}`;
  return refused(`handoff to ${agentUri} is not allowed: ${known}`);
}

/** Compares by URL parts, so that `https://a.example.evil` is not below `https://a.example`. */
function covers(entry: string, url: URL): boolean {
  if (!URL.canParse(entry)) return false;
  const { origin, pathname } = new URL(entry);
  if (origin !== url.origin) return false;
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return url.pathname === pathname || url.pathname.startsWith(base);
}

function refused(reason: string): HandoffVerdict {
  return { allowed: false, reason };
}
