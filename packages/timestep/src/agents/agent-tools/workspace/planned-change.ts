import { type JsonObject, parseApproval, formatChangeQuestion } from '#core';
import { type McpTool, type ToolCallContext, createToolError } from '#protocols/mcp';
import { hashContents, FolderError } from '#agents/folder';
import type { WorkspaceOptions } from './workspace-tools.ts';
import type { Workspace } from './workspace.ts';

export interface PlannedChange {
  readonly what: string;
  readonly shown: string;
  /** Hash of the change and of the files that it is based on. */
  readonly identity: string;
  readonly make: () => Promise<string>;
}

export interface WorkspaceToolDeps extends Required<Pick<WorkspaceOptions, 'allowsChanges'>> {
  readonly workspace: Workspace;
}

/** `plan` takes unchecked arguments: the schema of its tool guarantees their type. */
export function createChangeExecutor(
  { allowsChanges }: WorkspaceToolDeps,
  plan: (args: never) => Promise<PlannedChange>,
): McpTool['execute'] {
  return async (args, context) => makeChangeWithConsent(await plan(args), context, allowsChanges);
}

const DECISION: JsonObject = {
  type: 'object',
  properties: { approve: { type: 'boolean', description: 'Whether it may be done' } },
  required: ['approve'],
};

/** Makes the change if a user has approved it, otherwise asks. Asks again if files change. */
async function makeChangeWithConsent(
  change: PlannedChange,
  context: ToolCallContext,
  isAllowed: boolean,
) {
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
    const message = `to ${what} needs a person's yes, which this client cannot ask for: connect with a client that offers elicitation, or start the server with --yes`;
    return createToolError(message);
  }
  return context.ask({
    text: formatChangeQuestion(what, shown),
    // Clients that can show forms show a checkbox; the user of others chooses one of two options.
    ...(context.asks ? { options: ['yes', 'no'] } : { schema: DECISION }),
    state: { change: identity },
  });
}
