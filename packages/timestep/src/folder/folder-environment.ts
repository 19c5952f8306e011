import { maskOf, type ToolSchema, type TurnSettings } from '../core/index.ts';
import { unapproved } from '../environment/index.ts';
import type { ToolEnvironment } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { discreet } from './discreet.ts';
import {
  instructionsOf,
  instructionsWith,
  instructionsWithout,
  type ServerWords,
} from './instructions.ts';
import type { KeptServer } from './kept-server.ts';
import { includeOf } from './include-of.ts';
import type { LeftOut } from './left-out.ts';
import type { Include } from './note.ts';
import { serverPool, type ServerPool, type ServerPoolOptions } from './server-pool.ts';
import { choiceOf, toolOffer, type SessionChoice } from './tool-offer.ts';
import type { ToolServer } from './tool-server.ts';

/** A tool that a session may include or exclude. */
export interface ToolChoice {
  /** As the model sees it; `needsApproval` is what the folder and the tool's server say. */
  readonly schema: ToolSchema;
  readonly include: Include;
}

/** The tools of a folder, from all of its servers. */
export interface FolderEnvironment extends ToolEnvironment {
  /** Its end says which tools are missing. */
  systemPrompt(agent?: string, signal?: AbortSignal, turn?: TurnSettings): Promise<string>;
  /** Every tool that a session may include or exclude, whether its turns have the tool or not. */
  choices(): Promise<readonly ToolChoice[]>;
  /** Asks all servers for their tools, also those that did not answer a moment ago. */
  reload(): Promise<void>;
  /** What was missing when the tools were last listed. */
  leftOut(): readonly LeftOut[];
  /** Ends the processes and connections of the servers. */
  close(): Promise<void>;
}

/** How the servers of a folder are connected to. */
export interface FolderEnvironmentOptions extends ServerPoolOptions {
  /** Connections that are shared with earlier versions of the folder, and outlive this one. */
  readonly servers?: ServerPool;
}

interface Offered {
  readonly schema: ToolSchema;
  /** What its server calls the tool. */
  readonly name: string;
  readonly server: ToolServer;
  readonly kept: KeptServer;
}

/**
 * Joins the servers of a folder to one environment, where a tool is called `<server>_<tool>`.
 * Servers are connected to when their tools are first needed; a server that cannot be used is left
 * out, named in the system prompt, and tried again.
 */
export function openFolderEnvironment(
  folder: AgentFolder,
  options: FolderEnvironmentOptions = {},
): FolderEnvironment {
  const { servers, mode, settings } = folder;
  const pool = options.servers ?? serverPool(options);
  const all = servers.map((server) => ({ server, kept: pool.take(server) }));
  /** The tools as last listed: listing them before every call would double the requests. */
  let offered: ReadonlyMap<string, Offered> = new Map();

  async function offeredBy(
    server: ToolServer,
    kept: KeptServer,
    choice: (shown: string) => SessionChoice,
  ): Promise<Offered[]> {
    const tools = await kept.tools();
    return tools.flatMap((tool): Offered[] => {
      const { name } = tool.function;
      const shown = `${server.name}_${name}`;
      const { toolPermission } = settings;
      const offer = toolOffer(server, name, mode, toolPermission, choice(shown));
      // A tool whose own server asks for approval needs it, whatever the folder says.
      const needsApproval = offer === 'with-approval' || tool.needsApproval === true;
      if (offer === 'hidden' || (needsApproval && mode !== 'interactive')) return [];
      const named = { ...tool.function, name: shown };
      const schema = { ...tool, function: named, ...(needsApproval && { needsApproval }) };
      return [{ schema, name, server, kept }];
    });
  }

  async function offeredWith(choice: (shown: string) => SessionChoice): Promise<Offered[]> {
    const lists = all.map(({ server, kept }) => offeredBy(server, kept, choice));
    return (await Promise.all(lists)).flat();
  }

  async function listed(turn?: TurnSettings): Promise<Offered[]> {
    const tools = await offeredWith((shown) => choiceOf(turn, shown));
    offered = new Map(tools.map((tool) => [tool.schema.function.name, tool]));
    return tools;
  }

  const leftOut = (): LeftOut[] => all.flatMap(({ kept }) => kept.leftOut());
  return {
    async systemPrompt(_agent, _signal, turn) {
      const words = wordsOf(await listed(turn));
      const text = await instructionsWith(instructionsOf(folder, turn), words);
      return instructionsWithout(text, leftOut());
    },
    async choices() {
      const tools = await offeredWith(() => 'included');
      return tools.map(({ schema }) => ({
        schema,
        include: includeOf(servers, schema.function.name).include,
      }));
    },
    async reload() {
      await Promise.all(all.map(({ kept }) => kept.reload()));
    },
    leftOut,
    async listTools(_signal, turn) {
      return (await listed(turn)).map(({ schema }) => schema);
    },
    async callTool(call, context) {
      if (!offered.has(call.name)) await listed(context.turn);
      const found = offered.get(call.name);
      if (!found) throw new Error(`unknown_tool:${call.name}`);
      const { schema, name, server, kept } = found;
      if (schema.needsApproval && context.approved !== true) {
        return { content: unapproved(call.name), isError: true };
      }
      return discreet(server, kept.secrets.tokens, () =>
        kept.use(async (environment) => environment.callTool({ ...call, name }, context)),
      );
    },
    async close() {
      if (!options.servers) await pool.close();
    },
  };
}

/** What the servers of these tools say, without what the folder keeps secret. */
function wordsOf(tools: readonly Offered[]): ServerWords[] {
  const used = new Map(tools.map(({ server, kept }) => [server, kept]));
  return [...used].flatMap(([server, kept]) => {
    const said = server.instructions === false ? undefined : kept.instructions()?.trim();
    return said ? [{ server: server.name, text: maskOf(server.secrets)(said) }] : [];
  });
}
