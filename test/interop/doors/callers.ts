import { a2aCaller } from './a2a-caller.ts';
import type { Caller } from './caller.ts';
import { responsesCaller } from './responses-caller.ts';
import type { Door } from './setup.ts';
import type { Stage } from './stage.ts';

/** Opens a caller, which sends an image with its first message if requested. */
type Opener = (stage: Stage, picture: boolean) => Promise<Caller>;

/** Questions go to agents, which MCP does not have: MCP only carries the tool calls. */
export const CALLERS: Readonly<Record<Door, Opener>> = {
  A2A: a2aCaller,
  gRPC: a2aCaller,
  MCP: a2aCaller,
  Responses: async (stage, picture) => responsesCaller(stage, picture),
};
