import type { JsonObject, TurnSettings } from '../../core/index.ts';
import { makeCall, resultOf, type CallContext, type Ran } from '../../environment/index.ts';
import type {
  CallRuling,
  CallRulingRequest,
  ToolContext,
  ToolInvocation,
  ToolResult,
} from '../../port/index.ts';
import { getEditVersion, type AgentEdit } from '../agent-edit.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { formatEdit } from '../format-edit.ts';
import type { FolderEnvironment } from '../folder-environment.ts';
import { FolderError } from '../folder-error.ts';
import { createFolderMask } from '../folder-mask.ts';
import { internalSite, type InternalOptions } from './internal-site.ts';
import type { InternalSite } from './internal-tool.ts';
import { offerOf, placedTools, schemaOf, type PlacedTool } from './offered-internal.ts';

/** A tool that the model has in a turn. */
interface OfferedTool {
  readonly found: PlacedTool;
  readonly needsApproval: boolean;
}

/** An agent's own tools, and what their calls need. */
interface OwnDeps {
  readonly folder: AgentFolder;
  readonly site: InternalSite;
  /** Takes out what the agent keeps secret, and where its files are. */
  readonly discreet: (text: string) => string;
}

/**
 * The environment of a folder with the tools of its servers of type `internal`. A person who is asked
 * about an edit is shown its old and its new lines; the edit is then made to the files that were shown,
 * or not at all.
 */
export function withInternalTools(
  environment: FolderEnvironment,
  folder: AgentFolder,
  options: InternalOptions,
): FolderEnvironment {
  if (folder.internalServers.length === 0) return environment;
  const deps = depsOf(folder, options);
  const placed = new Map(
    placedTools(folder.internalServers, options.calls).map((one) => [one.shown, one]),
  );
  const isFolder = options.place.entry === undefined;

  function offered(name: string, turn: TurnSettings | undefined): OfferedTool | undefined {
    const found = placed.get(name);
    const offer = found ? offerOf(found, folder, isFolder, turn) : 'hidden';
    return found && offer !== 'hidden' ? { found, needsApproval: offer !== 'free' } : undefined;
  }

  return {
    ...environment,
    async listTools(signal, turn) {
      const others = await environment.listTools(signal, turn);
      const own = [...placed.values()].flatMap((one) => {
        const offer = offerOf(one, folder, isFolder, turn);
        return offer === 'hidden' ? [] : [schemaOf(one, offer)];
      });
      return [...others.filter((tool) => !placed.has(tool.function.name)), ...own];
    },
    async judgeCall(call, request) {
      const byRules = await environment.judgeCall?.(call, request);
      const one = offered(call.name, request.turn);
      if (!one?.found.tool.plan) return byRules;
      const isAsked =
        byRules?.verdict === 'ask' ||
        (!byRules && (one.needsApproval || request.turn?.toolPermission === 'always'));
      return isAsked ? judgedEdit(one.found, call, request, deps) : byRules;
    },
    async callTool(call, context) {
      const one = offered(call.name, context.turn);
      if (!one) return environment.callTool(call, context);
      return calledTool(one, call, context, deps);
    },
    async probeTool(call, context) {
      if (placed.has(call.name)) return 'unknown';
      return environment.probeTool?.(call, context) ?? 'unknown';
    },
  };
}

function depsOf(folder: AgentFolder, options: InternalOptions): OwnDeps {
  const mask = createFolderMask(folder);
  const place = `${options.place.storage.location}/`;
  return {
    folder,
    site: internalSite(folder, options),
    discreet: (text) => mask(text.replaceAll(place, '')),
  };
}

/** A person decides about an edit that can be made; of others the model learns why they cannot. */
async function judgedEdit(
  { compiled, tool }: PlacedTool,
  call: ToolInvocation,
  request: CallRulingRequest,
  { site, discreet }: OwnDeps,
): Promise<CallRuling> {
  const { plan } = tool;
  if (!plan) return { verdict: 'ask' };
  const planning = { ...compiled, tool: { ...tool, execute: plan } };
  const context = { ...request, key: call.id, attempt: 1, approved: true, site, offer: nothing };
  const ran = await makeCall(planning, call.arguments, { context });
  if (ran.is !== 'result') return { verdict: 'deny', reason: whyNot(ran, discreet) };
  const edit = ran.value as AgentEdit;
  if (edit.changes.length === 0) return { verdict: 'allow' };
  const version = takesVersion(compiled.input.json) ? getEditVersion(edit) : undefined;
  return {
    verdict: 'ask',
    reason: discreet(formatEdit(edit)),
    // What the person says yes to is an edit of these files, and of no newer ones.
    ...(version !== undefined && { arguments: { ...call.arguments, version } }),
  };
}

function takesVersion({ properties }: JsonObject): boolean {
  return typeof properties === 'object' && properties !== null && 'version' in properties;
}

async function calledTool(
  { found: { compiled }, needsApproval }: OfferedTool,
  { arguments: args }: ToolInvocation,
  context: ToolContext,
  { site, discreet }: OwnDeps,
): Promise<ToolResult> {
  const offers: string[] = [];
  const offer = (names: readonly string[]): void => void offers.push(...names);
  const ran = await makeCall(compiled, args, {
    context: { ...context, site, offer } as CallContext,
    humanInLoop: needsApproval,
  });
  if (ran.is === 'failed') return { content: whyNot(ran, discreet), isError: true };
  const result = resultOf(compiled, ran);
  return offers.length > 0 ? { ...result, offers } : result;
}

/** Why an agent does not change itself, for the model. Defects are thrown on. */
function whyNot(ran: Ran, discreet: OwnDeps['discreet']): string {
  if (ran.is !== 'failed') return `the call came to ${ran.is}`;
  const { code, text, thrown } = ran;
  if (code !== 'threw') return text;
  if (!(thrown instanceof FolderError)) throw thrown;
  return discreet(`${thrown.code}: ${thrown.message}`);
}

function nothing(): void {
  // A plan offers nothing.
}
