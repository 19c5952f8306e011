import { DEFAULT_MAX_HOPS } from '#core';
import { isLoopback } from '#protocols/http';
import type { HandoffTarget } from './target.ts';

/** Policy for the agents that handoffs may call. Only listed URLs are allowed, because a model chooses the URL. */
export interface HandoffPolicy {
  /** Allowed origins (`https://a.example`) or URLs, including all paths below them. Default: `'loopback'`. */
  readonly allow?: 'loopback' | readonly string[];
  /** Maximum number of consecutive handoffs, including this one. Default: 4. */
  readonly maxHops?: number;
}

/** Whether a handoff is allowed, and otherwise the reason. */
export type HandoffVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Decides whether a handoff is allowed. The model receives the reason of a refusal. */
export function judgeHandoff(
  target: Pick<HandoffTarget, 'agentUri' | 'hops'>,
  policy: HandoffPolicy,
): HandoffVerdict {
  const { agentUri, hops } = target;
  const { allow = 'loopback', maxHops = DEFAULT_MAX_HOPS } = policy;
  const url = URL.canParse(agentUri) ? new URL(agentUri) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return createRefusedVerdict(`${agentUri} is not an http or https address of an agent`);
  }
  if (url.username !== '' || url.password !== '') {
    return createRefusedVerdict('the address of an agent must not contain a user name or password');
  }
  if (hops > maxHops) {
    return createRefusedVerdict(
      `this would be nested handoff ${hops}, and only ${maxHops} are allowed: answer yourself`,
    );
  }
  const denied = `handoff to ${agentUri} is not allowed`;
  if (allow === 'loopback') {
    if (isLoopback(url.hostname)) return { allowed: true };
    return createRefusedVerdict(`${denied}: only agents on this machine are`);
  }
  if (allow.some((entry) => isUrlBelow(entry, url))) return { allowed: true };
  const known = allow.length === 0 ? 'no agent is' : `allowed are ${allow.join(', ')}`;
  return createRefusedVerdict(`${denied}: ${known}`);
}

/** Compares parsed URLs, because the text `https://a.example.evil` starts with `https://a.example`. */
function isUrlBelow(baseUrl: string, url: URL): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { origin, pathname } = new URL(baseUrl);
  if (origin !== url.origin) return false;
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return url.pathname === pathname || url.pathname.startsWith(base);
}

function createRefusedVerdict(reason: string): HandoffVerdict {
  return { allowed: false, reason };
}
