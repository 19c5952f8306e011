import type { ApprovalDecision } from '../events/event.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** A tool call as a person was asked about it. */
export interface ShownTool {
  readonly definition: ToolDefinition;
  /** Digest of the definition. */
  readonly digest: string;
  /** Digest of the definition and the arguments. */
  readonly call: string;
  /** Whether the arguments or the changes of the definition are too long to be read at once. */
  readonly isLong?: true;
}

/** A person's yes to later calls of a tool, which binds to the tool's definition. */
export interface Consent extends Omit<ShownTool, 'isLong'> {
  readonly id: string;
  readonly agent: string;
  /** The principal who said yes. */
  readonly by: string;
  /** Time of the yes in milliseconds since the epoch. */
  readonly at: number;
  /** A yes to one call covers no other call. It shows what has changed if the tool is called again. */
  readonly scope: ConsentScope;
  readonly covers: ConsentCover;
  /** Time at which the consent ends, in milliseconds since the epoch. Undefined: when revoked. */
  readonly until?: number;
}

/** How long a yes holds: for one call, in the conversation, or in all conversations. */
export type ConsentScope = 'once' | 'session' | 'always';

/** Which calls of the tool a yes covers: those with the same arguments, with any, or by a rule. */
export type ConsentCover = 'arguments' | 'tool' | { readonly rule: string };

/** Returns whether a yes may be remembered. One to what was not shown whole, or destroys, may not. */
export function canBeRemembered(shown: ShownTool | undefined): shown is ShownTool {
  return shown !== undefined && !shown.isLong && !isDestructive(shown.definition);
}

/** Returns whether a tool says that it destroys. A missing hint says nothing. */
export function isDestructive({ hints }: Pick<ToolDefinition, 'hints'>): boolean {
  return hints?.['destructiveHint'] === true;
}

/** Creates the consent of a decision. A yes that may not be remembered holds for one call. */
export function createConsent(
  { approved, scope = 'once', covers = 'tool', until }: ApprovalDecision,
  shown: ShownTool | undefined,
  facts: Pick<Consent, 'id' | 'agent' | 'by' | 'at'>,
): Consent | undefined {
  if (!approved || !shown) return undefined;
  const { definition, digest, call } = shown;
  return {
    ...facts,
    definition,
    digest,
    call,
    scope: canBeRemembered(shown) ? scope : 'once',
    covers,
    ...(until !== undefined && { until }),
  };
}
