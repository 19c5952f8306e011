import { parseApproval, type JsonObject } from '../../core/index.ts';
import type { AskedQuestion } from '../../environment/index.ts';
import { createToolError, type ToolCallContext } from '../../mcp/index.ts';
import { FolderError } from '../folder-error.ts';
import { hashContents } from '../file-version.ts';

/** A change that is applied after a user has approved it. */
export interface PlannedChange {
  /** Short description of the change: `delete the agent guide`. */
  readonly what: string;
  /** Details that the user reviews first. */
  readonly shown: string;
  /**
   * Identifies the change and the files it applies to. A different change or different files have
   * another identity.
   */
  readonly identity: string;
  /** Applies the change and resolves to the text for the caller. */
  readonly make: () => Promise<string>;
}

type Refused = ReturnType<typeof createToolError>;

/** JSON Schema of the user's decision, for clients that show a form. */
const DECISION: JsonObject = {
  type: 'object',
  properties: { approve: { type: 'boolean', description: 'Whether it may be done' } },
  required: ['approve'],
};

/**
 * Applies a change if the operator allowed all changes or a user approved exactly this change.
 * Otherwise returns a question, or a refusal if the client cannot ask a user. If files changed
 * after the question, a new question is returned.
 */
export async function withConsent(
  change: PlannedChange,
  context: ToolCallContext,
  isAllowed: boolean,
): Promise<string | AskedQuestion | Refused> {
  const { what, shown, make } = change;
  if (isAllowed || context.approved) return make();
  const identity = hashContents(change.identity);
  const newest = context.answers.at(-1);
  if (newest?.question.state?.['change'] === identity) {
    if (newest.data?.['approve'] === true) return make();
    const inWords = parseApproval({ role: 'user', content: newest.text });
    if (newest.data === undefined && inWords === true) return make();
    throw new FolderError(`a person refused to ${what}: ask what they want instead`);
  }
  if (!context.asks && context.mcp?.peer.capabilities?.elicitation === undefined) {
    return createToolError(
      `to ${what} needs a person's yes, which this client cannot ask for: connect with a client that offers elicitation, or start the server with --yes`,
    );
  }
  return context.ask({
    text: `May I ${what}?\n\n${shown}`,
    // A form has a checkbox; users who answer in text choose an option.
    ...(context.asks ? { options: ['yes', 'no'] } : { schema: DECISION }),
    state: { change: identity },
  });
}
