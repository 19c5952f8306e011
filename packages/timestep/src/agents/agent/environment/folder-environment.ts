import {
  type ToolSchema,
  type TurnSettings,
  formatNeedsApproval,
  createMask,
  isToolVisibleTo,
} from '#core';
import type { ToolEnvironment } from '#engine/port';
import {
  type MissingTool,
  type ServerPoolOptions,
  type ServerPool,
  type ManagedServer,
  createServerPool,
  formatMissingTool,
  callWithMaskedResult,
} from '#agents/agent-tools';
import {
  type Include,
  type ToolServer,
  type AgentFolder,
  type SessionChoice,
  determineToolOffer,
  getSessionInclusionOfTool,
} from '#agents/folder';
import { addAppToResult } from './add-app.ts';
import { getIncludeMode } from './include-mode.ts';
import { buildInstructions } from './instructions.ts';

/** A tool that a session may include or exclude. */
export interface ToolChoice {
  /** Schema of the tool. `needsApproval` combines the settings of the folder and of the server. */
  readonly schema: ToolSchema;
  readonly include: Include;
}

/** The toolset of a folder, with the tools of all its servers. */
export interface FolderEnvironment extends ToolEnvironment {
  /** Returns the system prompt, which ends with a list of unavailable tools. */
  systemPrompt(agent?: string, signal?: AbortSignal, turn?: TurnSettings): Promise<string>;
  listChoices(): Promise<readonly ToolChoice[]>;
  /** Requests the tools from all servers again, including servers that recently did not answer. */
  reload(): Promise<void>;
  listMissing(): readonly MissingTool[];
  close(): Promise<void>;
}

/** Options for connecting to the servers of a folder. */
export interface FolderEnvironmentOptions extends ServerPoolOptions {
  /**
   * Pool of server connections, which earlier versions of the folder also use. Closing the environment does
   * not close the pool.
   */
  readonly servers?: ServerPool;
  /** Names of the agent's other tools: a server's tool with such a name is omitted. */
  readonly reserved?: ReadonlySet<string>;
}

interface OfferedTool {
  readonly schema: ToolSchema;
  readonly name: string;
  readonly server: ToolServer;
  readonly managed: ManagedServer;
}

/** Combines the tools of a folder's servers, named `<server>_<tool>`. */
export function openFolderEnvironment(
  folder: AgentFolder,
  options: FolderEnvironmentOptions = {},
): FolderEnvironment {
  const { servers } = folder;
  const pool = options.servers ?? createServerPool(options);
  const all = servers.map((server) => ({ server, managed: pool.getOrCreate(server) }));
  let collisions: readonly MissingTool[] = [];
  /**
   * Tools of the last listing are used, because listing before every call would double the
   * requests.
   */
  let offered: ReadonlyMap<string, OfferedTool> = new Map();

  async function listToolsWithoutCollisions(
    getChoice: (shown: string) => SessionChoice,
  ): Promise<OfferedTool[]> {
    const lists = all.map(({ server, managed }) =>
      listOfferedTools(folder, server, managed, getChoice),
    );
    const byName = [...Map.groupBy((await Promise.all(lists)).flat(), getShownName).values()];
    const { reserved } = options;
    collisions = byName.flatMap((tools) => listCollidingTools(tools, reserved));
    return byName.flatMap((tools) => (haveSameShownName(tools, reserved) ? [] : tools));
  }

  async function refreshOfferedTools(turn?: TurnSettings): Promise<OfferedTool[]> {
    const tools = await listToolsWithoutCollisions((shown) =>
      getSessionInclusionOfTool(turn, shown),
    );
    offered = new Map(tools.map((tool) => [getShownName(tool), tool]));
    return tools;
  }

  const collectMissing = (): MissingTool[] => [
    ...all.flatMap(({ managed }) => managed.listMissing()),
    ...collisions,
  ];
  return {
    async systemPrompt(_agent, _signal, turn) {
      const ofServers = await listServerInstructions(await refreshOfferedTools(turn));
      const missing = collectMissing().map((one) => `- ${formatMissingTool(one)}`);
      const about = missing.length === 0 ? [] : [[MISSING, ...missing].join('\n')];
      return [buildInstructions(folder, turn), ...ofServers, ...about].join('\n\n');
    },
    async listChoices() {
      const tools = await listToolsWithoutCollisions(() => 'included');
      return tools.map(({ schema }) => ({
        schema,
        include: getIncludeMode(servers, schema.function.name).include,
      }));
    },
    async reload() {
      await Promise.all(all.map(({ managed }) => managed.reload()));
    },
    listMissing: collectMissing,
    async listTools(_signal, turn) {
      return (await refreshOfferedTools(turn)).map(({ schema }) => schema);
    },
    async callTool(call, context) {
      if (!offered.has(call.name)) await refreshOfferedTools(context.turn);
      const found = offered.get(call.name);
      if (!found) throw new Error(`unknown_tool:${call.name}`);
      const { schema, name, server, managed } = found;
      if (schema.needsApproval && context.approved !== true) {
        return { content: formatNeedsApproval(call.name), isError: true };
      }
      return callWithMaskedResult(server, managed.secrets.listTokens, async () => {
        const result = await managed.use(async (environment) =>
          environment.callTool({ ...call, name }, context),
        );
        return addAppToResult(result, { server: server.name, tool: name, meta: schema.meta });
      });
    },
    async close() {
      if (!options.servers) await pool.close();
    },
  };
}

async function listOfferedTools(
  { mode, settings: { toolPermission } }: AgentFolder,
  server: ToolServer,
  managed: ManagedServer,
  getChoice: (shown: string) => SessionChoice,
): Promise<OfferedTool[]> {
  const tools = await managed.listTools();
  return tools.flatMap((tool): OfferedTool[] => {
    if (!isToolVisibleTo('model', tool.meta)) return [];
    const { name } = tool.function;
    const shown = `${server.name}_${name}`;
    const offer = determineToolOffer(server, name, mode, toolPermission, getChoice(shown));
    // If the server says that a tool needs approval, the folder cannot turn that off.
    const needsApproval = offer === 'with-approval' || tool.needsApproval === true;
    if (offer === 'hidden' || (needsApproval && mode !== 'interactive')) return [];
    const named = { ...tool.function, name: shown };
    const schema = { ...tool, function: named, ...(needsApproval && { needsApproval }) };
    return [{ schema, name, server, managed }];
  });
}

function getShownName({ schema }: OfferedTool): string {
  return schema.function.name;
}

function haveSameShownName(
  [one, other]: readonly OfferedTool[],
  reserved?: ReadonlySet<string>,
): boolean {
  return other !== undefined || (one !== undefined && reserved?.has(getShownName(one)) === true);
}

/** Tools whose prefixed names are equal are omitted, because a call could mean either. */
function listCollidingTools(
  tools: readonly OfferedTool[],
  reserved?: ReadonlySet<string>,
): readonly MissingTool[] {
  if (!haveSameShownName(tools, reserved)) return [];
  return tools.map((tool) => {
    const others = tools.filter((other) => other !== tool).map(({ server }) => server.name);
    const owner = others.length === 0 ? 'a built-in tool' : `a tool of ${others.join(', ')}`;
    const why = `its name ${getShownName(tool)} is also the name of ${owner}: rename a server`;
    return { server: tool.server.name, tool: tool.name, why };
  });
}

async function listServerInstructions(tools: readonly OfferedTool[]): Promise<readonly string[]> {
  const used = new Map(tools.map(({ server, managed }) => [server, managed]));
  const said = [...used].flatMap(([server, managed]) => {
    const text = server.instructions === false ? undefined : managed.getInstructions()?.trim();
    return text ? [{ server: server.name, text: createMask(server.secrets)(text) }] : [];
  });
  if (said.length === 0) return [];
  const { formatInstructions } = await import('#protocols/mcp');
  return said.map(({ server, text }) => formatInstructions(server, text));
}

const MISSING =
  'Some of your tools are currently unavailable. Work without them, and say so if they are needed:';
