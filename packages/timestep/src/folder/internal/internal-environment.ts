import type { JsonObject, TurnSettings } from '../../core/index.ts';
import {
  check,
  contentOf,
  structuredOf,
  unapproved,
  wrongArguments,
} from '../../environment/index.ts';
import type {
  CallRuling,
  CallRulingRequest,
  ToolContext,
  ToolInvocation,
  ToolResult,
} from '../../port/index.ts';
import { applyEdit, getEditVersion, type AgentEdit } from '../agent-edit.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { summarizeEdit, formatEdit } from '../format-edit.ts';
import type { FolderEnvironment } from '../folder-environment.ts';
import { FolderError } from '../folder-error.ts';
import { createFolderMask } from '../folder-mask.ts';
import { internalSite, type InternalOptions } from './internal-site.ts';
import type { InternalCall, InternalSite } from './internal-tool.ts';
import { offerOf, placedTools, schemaOf, type PlacedTool } from './offered-internal.ts';
import { changeSession, sessionPlaceOf } from './session-place.ts';

/** Dependencies for calls of the agent's built-in tools. */
interface OwnDesk {
  readonly folder: AgentFolder;
  readonly site: InternalSite;
  /** Removes the agent's secrets and the location of its files from a text. */
  readonly discreet: (text: string) => string;
}

/**
 * Adds the tools of `internal` servers to a folder's toolset. A user who is asked to approve an
 * edit sees the old and the new lines. The edit is then applied to exactly the files that were
 * shown, or not at all.
 */
export function withInternalTools(
  environment: FolderEnvironment,
  folder: AgentFolder,
  options: InternalOptions,
): FolderEnvironment {
  if (folder.internalServers.length === 0) return environment;
  const desk = deskOf(folder, options);
  const placed = new Map(
    placedTools(folder.internalServers, options.calls).map((one) => [one.shown, one]),
  );
  const isFolder = options.place.entry === undefined;

  function offered(name: string, turn: TurnSettings | undefined) {
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
      if (one?.found.tool.act.kind !== 'edit') return byRules;
      const isAsked =
        byRules?.verdict === 'ask' ||
        (!byRules && (one.needsApproval || request.turn?.toolPermission === 'always'));
      return isAsked ? judgedEdit(one.found, call, request, desk) : byRules;
    },
    async callTool(call, context) {
      const one = offered(call.name, context.turn);
      if (!one) return environment.callTool(call, context);
      if (one.needsApproval && context.approved !== true) return failed(unapproved(call.name));
      return calledTool(one.found, call, context, desk);
    },
    async probeTool(call, context) {
      if (placed.has(call.name)) return 'unknown';
      return environment.probeTool?.(call, context) ?? 'unknown';
    },
  };
}

function deskOf(folder: AgentFolder, options: InternalOptions): OwnDesk {
  const mask = createFolderMask(folder);
  const place = `${options.place.storage.location}/`;
  return {
    folder,
    site: internalSite(folder, options),
    discreet: (text) => mask(text.replaceAll(place, '')),
  };
}

/**
 * Plans an edit for approval by a user. If the edit is not possible, the call is denied and the
 * model receives the reason.
 */
async function judgedEdit(
  placed: PlacedTool,
  call: ToolInvocation,
  { task, turn }: CallRulingRequest,
  { site, discreet }: OwnDesk,
): Promise<CallRuling> {
  const checked = await check(placed.input, call.arguments);
  if (!checked.ok) return { verdict: 'deny', reason: wrongArguments(call.name, checked.issues) };
  const { act, input } = placed.tool;
  if (act.kind !== 'edit') return { verdict: 'ask' };
  try {
    const edit = await act.edit(call.arguments, { site, task, turn });
    if (edit.changes.length === 0) return { verdict: 'allow' };
    const reason = discreet(formatEdit(edit));
    const version = takesVersion(input) ? getEditVersion(edit) : undefined;
    return {
      verdict: 'ask',
      reason,
      // The user approves an edit of these versions of the files, not of newer versions.
      ...(version !== undefined && { arguments: { ...call.arguments, version } }),
    };
  } catch (thrown) {
    return { verdict: 'deny', reason: discreet(refusalText(thrown)) };
  }
}

function takesVersion({ properties }: JsonObject): boolean {
  return typeof properties === 'object' && properties !== null && 'version' in properties;
}

async function calledTool(
  placed: PlacedTool,
  { name, arguments: args }: ToolInvocation,
  context: ToolContext,
  { site, discreet }: OwnDesk,
): Promise<ToolResult> {
  const checked = await check(placed.input, args);
  if (!checked.ok) return failed(wrongArguments(name, checked.issues));
  const { task, turn } = context;
  const call: InternalCall = { site, task, turn };
  const { act } = placed.tool;
  try {
    switch (act.kind) {
      case 'agents':
        return await act.run(args, context);
      case 'read': {
        const value = await act.run(args, call);
        const structured = structuredOf(value);
        const content = contentOf(value);
        return { content, ...(structured !== undefined && { structured }) };
      }
      case 'edit': {
        const edit = await act.edit(args, call);
        await applyEdit(site.storage, edit);
        return { content: saidOf(edit) };
      }
      case 'session': {
        const { events, said, sessionId, offers } = await act.change(args, call);
        const place = await sessionPlaceOf(call);
        if (events.length > 0) {
          await changeSession(place, sessionId ?? place.current, events, site.now);
        }
        return { content: said, ...(offers && offers.length > 0 && { offers }) };
      }
    }
  } catch (thrown) {
    return failed(discreet(refusalText(thrown)));
  }
}

function saidOf({ changes }: AgentEdit): string {
  if (changes.length === 0) return 'Nothing is different: the files say so already.';
  return `${summarizeEdit({ changes })} It holds from the next message on.`;
}

/**
 * Describes for the model why an edit was refused. Throws errors that are not `FolderError` again.
 */
function refusalText(thrown: unknown): string {
  if (!(thrown instanceof FolderError)) throw thrown;
  return `${thrown.code}: ${thrown.message}`;
}

function failed(content: string): ToolResult {
  return { content, isError: true };
}
