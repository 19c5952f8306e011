import type { ToolInvocation, ToolContext, ToolResult } from '#engine/port';
import {
  type CallContext,
  type ToolCallOutcome,
  executeToolCall,
  toToolResult,
} from '#engine/tools';
import {
  type ServerTool,
  type OwnAgentAccess,
  type InternalOptions,
  createFolderMask,
  createOwnAgentAccess,
} from '#agents/agent-tools';
import { type AgentFolder, FolderError } from '#agents/folder';

export interface OfferedTool {
  readonly found: ServerTool;
  readonly needsApproval: boolean;
}

export interface OwnToolDeps {
  readonly access: OwnAgentAccess;
  readonly hideSecrets: (text: string) => string;
}

export function createInternalToolDeps(folder: AgentFolder, options: InternalOptions): OwnToolDeps {
  const mask = createFolderMask(folder);
  const location = `${options.location.storage.location}/`;
  return {
    access: createOwnAgentAccess(folder, options),
    hideSecrets: (text) => mask(text.replaceAll(location, '')),
  };
}

export async function callInternalTool(
  { found: { compiled }, needsApproval }: OfferedTool,
  { arguments: args }: ToolInvocation,
  context: ToolContext,
  { access, hideSecrets }: OwnToolDeps,
): Promise<ToolResult> {
  const offers: string[] = [];
  const offer = (names: readonly string[]): void => void offers.push(...names);
  const ran = await executeToolCall(compiled, args, {
    context: { ...context, access, offer } as CallContext,
    humanInLoop: needsApproval,
  });
  if (ran.is === 'failed')
    return { content: describeOutcomeOrRethrow(ran, hideSecrets), isError: true };
  const result = toToolResult(compiled, ran);
  return offers.length > 0 ? { ...result, offers } : result;
}

export function describeOutcomeOrRethrow(
  ran: ToolCallOutcome,
  hideSecrets: OwnToolDeps['hideSecrets'],
): string {
  if (ran.is !== 'failed') return `the call came to ${ran.is}`;
  const { code, text, thrown } = ran;
  if (code !== 'threw') return text;
  if (!(thrown instanceof FolderError)) throw thrown;
  return hideSecrets(`${thrown.code}: ${thrown.message}`);
}
