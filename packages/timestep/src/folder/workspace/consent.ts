import { parseApproval, type JsonObject } from '../../core/index.ts';
import type { AskedQuestion } from '../../environment/index.ts';
import { createToolError, type ToolCallContext } from '../../mcp/index.ts';
import { FolderError } from '../folder-error.ts';
import { hashContents } from '../file-version.ts';
import type { Workspace } from './workspace.ts';

/** A change that is made once a person has said yes to it. */
export interface PlannedChange {
  /** What would be done, in a few words: `delete the agent guide`. */
  readonly what: string;
  /** What a person looks at before. */
  readonly shown: string;
  /** Differs where another change would be made, or from other files. */
  readonly identity: string;
  /** Makes the change; resolves to what the caller receives. */
  readonly make: () => Promise<string>;
}

type Refused = ReturnType<typeof createToolError>;

/** What the tools for the agents of a workspace work with. */
export interface WorkspaceDeps {
  readonly workspace: Workspace;
  /** Whether the operator allows every change, so that no person is asked. */
  readonly allowsChanges: boolean;
}

/** The function of a tool that plans a change, and makes it once it is allowed. */
export function afterConsent(
  { allowsChanges }: WorkspaceDeps,
  plan: (args: JsonObject) => Promise<PlannedChange>,
): (args: JsonObject, context: ToolCallContext) => ReturnType<typeof withConsent> {
  return async (args, context) => withConsent(await plan(args), context, allowsChanges);
}

/** The schema of a person's decision where the client shows a form. */
const DECISION: JsonObject = {
  type: 'object',
  properties: { approve: { type: 'boolean', description: 'Whether it may be done' } },
  required: ['approve'],
};

/**
 * Makes a change where the operator allowed all of them or a person said yes to this very change; otherwise
 * asks, or refuses where the client cannot ask a person. Files that changed after the question lead to another question.
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
    // A form has a field to tick; people who answer in words choose one.
    ...(context.asks ? { options: ['yes', 'no'] } : { schema: DECISION }),
    state: { change: identity },
  });
}
