import type { ApprovalDecision } from '../events/event.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** A tool as it was shown to a person whose approval of a call was requested. */
export interface ShownTool {
  readonly definition: ToolDefinition;
  /** Digest of the tool's definition. */
  readonly digest: string;
  /** Digest of the tool's definition and the arguments of the call. */
  readonly call: string;
  /** Whether the arguments, or the changes of the definition, are too long for a person to read at once. */
  readonly isLong?: true;
}

/**
 * A person's approval of later calls of a tool. It holds only for the tool's present definition.
 */
export interface Consent extends Omit<ShownTool, 'isLong'> {
  readonly id: string;
  readonly agent: string;
  /** The principal who approved. */
  readonly by: string;
  /** Time of the approval in milliseconds since the epoch. */
  readonly at: number;
  /**
   * How long the approval holds. `once` covers no later call, but lets a later question show how the tool has
   * changed.
   */
  readonly scope: ConsentScope;
  readonly covers: ConsentCover;
  /** Time at which the consent ends, in milliseconds since the epoch. Undefined: when revoked. */
  readonly until?: number;
}

/** How long an approval holds: for one call, in the conversation, or in all conversations. */
export type ConsentScope = 'once' | 'session' | 'always';

/**
 * Which calls of the tool an approval covers: calls with the same arguments, any calls, or calls
 * that match a rule.
 */
export type ConsentCover = 'arguments' | 'tool' | { readonly rule: string };

/** Returns whether an approval may be remembered: the tool must have been shown in full and not be destructive. */
export function canConsentBeRemembered(shown: ShownTool | undefined): shown is ShownTool {
  return shown !== undefined && !shown.isLong && !isDestructive(shown.definition);
}

/** Returns whether a tool has the hint `destructiveHint`. A missing hint counts as false. */
export function isDestructive({ hints }: Pick<ToolDefinition, 'hints'>): boolean {
  return hints?.['destructiveHint'] === true;
}

/** Creates the consent of an approval. If it may not be remembered, it holds for one call only. */
export function createConsentUnlessDenied(
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
    scope: canConsentBeRemembered(shown) ? scope : 'once',
    covers,
    ...(until !== undefined && { until }),
  };
}
