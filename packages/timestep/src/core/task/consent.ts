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

/** A person's approval of later calls of a tool, which binds to the tool's definition. */
export interface Consent extends Omit<ShownTool, 'isLong'> {
  readonly id: string;
  readonly agent: string;
  /** The principal who approved. */
  readonly by: string;
  /** Time of the approval in milliseconds since the epoch. */
  readonly at: number;
  /** An approval of one call covers no other call. It shows what has changed if the tool is called again. */
  readonly scope: ConsentScope;
  readonly covers: ConsentCover;
  /** Time at which the consent ends, in milliseconds since the epoch. Undefined: when revoked. */
  readonly until?: number;
}

/** How long an approval holds: for one call, in the conversation, or in all conversations. */
export type ConsentScope = 'once' | 'session' | 'always';

/** Which calls of the tool an approval covers: those with the same arguments, with any, or by a rule. */
export type ConsentCover = 'arguments' | 'tool' | { readonly rule: string };

/** Returns whether an approval may be remembered, which needs a tool that was shown whole and does not destroy. */
export function canBeRemembered(shown: ShownTool | undefined): shown is ShownTool {
  return shown !== undefined && !shown.isLong && !isDestructive(shown.definition);
}

/** Returns whether a tool says that it destroys. A missing hint says nothing. */
export function isDestructive({ hints }: Pick<ToolDefinition, 'hints'>): boolean {
  return hints?.['destructiveHint'] === true;
}

/** Creates the consent of a decision. An approval that may not be remembered holds for one call. */
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
