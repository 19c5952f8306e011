import { formatChangeQuestion, parseApproval, type JsonObject } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import type { AskedQuestion } from '../../../engine/tools/index.ts';
import { createToolError, type ToolCallContext } from '../../../protocols/mcp/index.ts';
import {
  applyEdit,
  type AgentEdit,
  readAgentFiles,
  type AgentFiles,
  type AgentFolder,
  summarizeEdit,
  formatEdit,
  FolderError,
  parseWithoutSecrets,
  WITHOUT_SECRETS,
  formatProblem,
  parseFolderOrThrow,
  createChangedError,
  hashContents,
} from '../../folder/index.ts';
import { createLocalAgent } from '../../model/index.ts';
import { createFolderMask } from '../servers/server-mask.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceAgent {
  readonly storage: AgentStorage;
  readonly files: AgentFiles;
  readonly folder: AgentFolder;
  readonly version: string;
}

export async function readWorkspaceAgent(storage: AgentStorage): Promise<WorkspaceAgent> {
  const files = await readAgentFiles({ storage });
  const folder = parseFolderOrThrow(files, WITHOUT_SECRETS);
  return { storage, files, folder, version: hashContents(files.version) };
}

/** Rejects with `FolderError` if the agent has not the version that the caller has read. */
export async function requireAgentVersion(
  storage: AgentStorage,
  version: string | undefined,
): Promise<WorkspaceAgent> {
  const agent = await readWorkspaceAgent(storage);
  if (version === undefined || version === agent.version) return agent;
  throw createChangedError(storage.location, agent.version);
}

export function planEdit(
  { storage, folder }: Pick<WorkspaceAgent, 'storage'> & { readonly folder?: AgentFolder },
  what: string,
  edit: AgentEdit,
): PlannedChange {
  if (edit.changes.length === 0) {
    throw new FolderError('nothing would be different: the files say so already');
  }
  const shown = formatEdit(edit);
  return {
    what,
    shown: folder ? createFolderMask(folder)(shown) : shown,
    identity: JSON.stringify([what, edit]),
    async make() {
      await applyEdit(storage, edit);
      const { problems } = parseWithoutSecrets(await readAgentFiles({ storage }));
      const remarks = problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
      return [summarizeEdit(edit), ...remarks].join('\n');
    },
  };
}

/** Throws `FolderError` if a file of this machine would answer instead of a model. */
export function checkModel(settings: JsonObject): void {
  for (const name of ['model', 'mostRecentModel']) {
    const model = settings[name];
    if (typeof model === 'string')
      createLocalAgent(model, (file) => {
        throw new FolderError(
          `the file ${file} cannot answer for an agent that is made here: name a model`,
        );
      });
  }
}

/** A change that is made after a person has approved it. */
export interface PlannedChange {
  /** Short description of the change, such as `delete the agent guide`. */
  readonly what: string;
  readonly shown: string;
  /** Differs if the change or the files that it is based on differ. */
  readonly identity: string;
  /** Resolves to the text for the caller. */
  readonly make: () => Promise<string>;
}

type RefusedChange = ReturnType<typeof createToolError>;

export interface WorkspaceToolDeps {
  readonly workspace: Workspace;
  /** Whether the operator allows every change, so that no person is asked. */
  readonly allowsChanges: boolean;
}

export function createChangeFunction(
  { allowsChanges }: WorkspaceToolDeps,
  plan: (args: JsonObject) => Promise<PlannedChange>,
): (args: JsonObject, context: ToolCallContext) => ReturnType<typeof makeChangeWithConsent> {
  return async (args, context) => makeChangeWithConsent(await plan(args), context, allowsChanges);
}

const DECISION: JsonObject = {
  type: 'object',
  properties: { approve: { type: 'boolean', description: 'Whether it may be done' } },
  required: ['approve'],
};

/** Asks a person unless the exact change is approved. Changed files need another approval. */
export async function makeChangeWithConsent(
  change: PlannedChange,
  context: ToolCallContext,
  isAllowed: boolean,
): Promise<string | AskedQuestion | RefusedChange> {
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
    text: formatChangeQuestion(what, shown),
    // A form has a checkbox; users who answer in text choose an option.
    ...(context.asks ? { options: ['yes', 'no'] } : { schema: DECISION }),
    state: { change: identity },
  });
}
