import type { ServerContent } from '@timestep-ai/timestep/view';
import type { JsonObject } from '../values/try-parse-json.ts';

/** A tool call that an MCP App shows: its arguments at first, and its result once it is there. */
export interface AppCall {
  readonly tool: {
    readonly name: string;
    readonly description?: string;
    /** JSON Schema of the arguments, if it is known. */
    readonly parameters?: unknown;
  };
  readonly given: object;
  /** The result of the tool call in the form of MCP. Undefined while the tool runs. */
  readonly result?: object | undefined;
  /** Why the tool returned no result. Undefined while the tool runs. */
  readonly failure?: string | undefined;
}

/** The result of a tool call that an MCP App requested. `asks`: a user has to confirm the call first. */
export type AppCallOutcome =
  | { readonly kind: 'done'; readonly result: object }
  | { readonly kind: 'asks'; readonly why?: string }
  | { readonly kind: 'denied'; readonly why: string };

/** What an MCP App can do through the page: call tools and read resources, only of its own server. */
export interface AppActions {
  readonly callTool: (
    tool: string,
    given: JsonObject,
    isConfirmed: boolean,
  ) => Promise<AppCallOutcome>;
  readonly readResource: (uri: string) => Promise<readonly ServerContent[]>;
}
