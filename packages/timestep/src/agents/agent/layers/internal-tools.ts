import { isJsonObject, type TurnSettings } from '../../../core/index.ts';
import {
  executeToolCall,
  toToolResult,
  type CallContext,
  type ToolCallOutcome,
} from '../../../engine/tools/index.ts';
import type {
  CallRuling,
  CallRulingRequest,
  ToolContext,
  ToolInvocation,
  ToolResult,
} from '../../../engine/port/index.ts';
import {
  getEditVersion,
  type AgentEdit,
  type AgentFolder,
  formatEdit,
  FolderError,
} from '../../folder/index.ts';
import type { Layer } from './compose-environment.ts';
import {
  createFolderMask,
  createOwnAgentAccess,
  type InternalOptions,
  type OwnAgentAccess,
  getToolOffer,
  listInternalServerTools,
  getToolSchema,
  type ServerTool,
} from '../../agent-tools/index.ts';

interface OfferedTool {
  readonly found: ServerTool;
  readonly needsApproval: boolean;
}

interface OwnToolDeps {
  readonly access: OwnAgentAccess;
  /** Removes the agent's secrets and the location of its files from a text. */
  readonly hideSecrets: (text: string) => string;
}

/** A person approves an edit by its lines; it is applied only if the files are still the same. */
export function addInternalTools(folder: AgentFolder, options: InternalOptions): Layer | undefined {
  if (folder.internalServers.length === 0) return undefined;
  const deps = createOwnToolDeps(folder, options);
  const placed = new Map(
    listInternalServerTools(folder.internalServers, options.calls).map((one) => [one.shown, one]),
  );
  const isFolder = options.location.entry === undefined;

  function findOfferedTool(name: string, turn: TurnSettings | undefined): OfferedTool | undefined {
    const found = placed.get(name);
    const offer = found ? getToolOffer(found, folder, isFolder, turn) : 'hidden';
    return found && offer !== 'hidden' ? { found, needsApproval: offer !== 'free' } : undefined;
  }

  return (next) => ({
    async listTools(signal, turn) {
      const others = await next.listTools(signal, turn);
      const own = [...placed.values()].flatMap((one) => {
        const offer = getToolOffer(one, folder, isFolder, turn);
        return offer === 'hidden' ? [] : [getToolSchema(one, offer)];
      });
      return [...others.filter((tool) => !placed.has(tool.function.name)), ...own];
    },
    async judgeCall(call, request) {
      const byRules = await next.judgeCall?.(call, request);
      const one = findOfferedTool(call.name, request.turn);
      if (!one?.found.tool.plan) return byRules;
      const isAsked =
        byRules?.verdict === 'ask' ||
        (!byRules && (one.needsApproval || request.turn?.toolPermission === 'always'));
      return isAsked ? judgeEdit(one.found, call, request, deps) : byRules;
    },
    async callTool(call, context) {
      const one = findOfferedTool(call.name, context.turn);
      if (!one) return next.callTool(call, context);
      return callOwnTool(one, call, context, deps);
    },
    async probeTool(call, context) {
      if (placed.has(call.name)) return 'unknown';
      return next.probeTool?.(call, context) ?? 'unknown';
    },
  });
}

function createOwnToolDeps(folder: AgentFolder, options: InternalOptions): OwnToolDeps {
  const mask = createFolderMask(folder);
  const location = `${options.location.storage.location}/`;
  return {
    access: createOwnAgentAccess(folder, options),
    hideSecrets: (text) => mask(text.replaceAll(location, '')),
  };
}

/** If the edit cannot be made, the model receives the reason. */
async function judgeEdit(
  { compiled, tool }: ServerTool,
  call: ToolInvocation,
  request: CallRulingRequest,
  { access, hideSecrets }: OwnToolDeps,
): Promise<CallRuling> {
  const { plan } = tool;
  if (!plan) return { verdict: 'ask' };
  const planning = { ...compiled, tool: { ...tool, execute: plan } };
  const offer = (): void => undefined;
  const context = { ...request, key: call.id, attempt: 1, approved: true, access, offer };
  const ran = await executeToolCall(planning, call.arguments, { context });
  if (ran.is !== 'result') return { verdict: 'deny', reason: describeFailure(ran, hideSecrets) };
  const edit = ran.value as AgentEdit;
  if (edit.changes.length === 0) return { verdict: 'allow' };
  const { properties } = compiled.input.json;
  const takesVersion = isJsonObject(properties) && 'version' in properties;
  const version = takesVersion ? getEditVersion(edit) : undefined;
  return {
    verdict: 'ask',
    reason: hideSecrets(formatEdit(edit)),
    // The approval holds for an edit of this version of the files only.
    ...(version !== undefined && { arguments: { ...call.arguments, version } }),
  };
}

async function callOwnTool(
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
  if (ran.is === 'failed') return { content: describeFailure(ran, hideSecrets), isError: true };
  const result = toToolResult(compiled, ran);
  return offers.length > 0 ? { ...result, offers } : result;
}

/** Rethrows internal errors. */
function describeFailure(ran: ToolCallOutcome, hideSecrets: OwnToolDeps['hideSecrets']): string {
  if (ran.is !== 'failed') return `the call came to ${ran.is}`;
  const { code, text, thrown } = ran;
  if (code !== 'threw') return text;
  if (!(thrown instanceof FolderError)) throw thrown;
  return hideSecrets(`${thrown.code}: ${thrown.message}`);
}
