import type { ToolSchema } from '../core/index.ts';
import type { KeptConnection } from './kept-connection.ts';
import { whyLeftOut, type LeftOut } from './left-out.ts';
import type { ServerRecord } from './server-record.ts';

/** The tools of one server, which stay known while it is away. */
export interface KeptTools {
  /**
   * The tools as they are now. Only the first listing waits for a server that cannot be used; after
   * that the server is tried again in the background, less and less often, and keeps its last
   * tools.
   */
  tools(): Promise<readonly ToolSchema[]>;
  /** What the server says of its use, as it was with the last list; absent where it says nothing. */
  instructions(): string | undefined;
  /** Asks for the tools at once, also where the server is to be tried again only later. */
  reload(): Promise<void>;
  /** What was missing when it was last asked. */
  leftOut(): readonly LeftOut[];
}

export interface KeptToolsOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Receives what is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** `askAnew` asks also where an earlier listing has no answer yet, which counts no more then. */
export function keepTools(
  name: string,
  connection: Pick<KeptConnection, 'use'>,
  record: ServerRecord,
  { now, onLeftOut }: KeptToolsOptions,
): KeptTools & { readonly askAnew: () => Promise<void> } {
  // A listing is shared by all callers that wait for it, so that none of them may abort it.
  const { signal } = new AbortController();
  let known: readonly ToolSchema[] = [];
  let instructions: string | undefined;
  let missing: readonly LeftOut[] = [];
  let failures = 0;
  let dueAt = 0;
  let asking: Promise<void> | undefined;
  /** Which listing is the newest. */
  let newest = 0;

  function askAnew(): Promise<void> {
    newest += 1;
    const own = newest;
    asking = ask(own).finally(() => {
      if (own === newest) asking = undefined;
    });
    return asking;
  }

  async function ask(own: number): Promise<void> {
    try {
      await connection.use(async (environment) => {
        const tools = await environment.listTools(signal);
        if (own !== newest) return;
        known = tools;
        instructions = environment.instructions();
        failures = 0;
        const malformed = environment.malformedTools();
        record.listed(tools.length, malformed);
        const why = 'its definition cannot be used';
        tell(malformed.map((tool) => ({ server: name, tool, why })));
      });
    } catch (thrown) {
      if (own !== newest) return;
      dueAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      record.notListed(thrown);
      tell([{ server: name, why: whyLeftOut(thrown) }]);
    }
  }

  function tell(found: readonly LeftOut[]): void {
    const isKnown = ({ tool }: LeftOut): boolean => missing.some((one) => one.tool === tool);
    const news = found.filter((one) => !isKnown(one));
    missing = found;
    for (const one of news) onLeftOut?.(one);
  }

  return {
    async tools() {
      if (failures === 0) await (asking ?? askAnew());
      else if (!asking && now() >= dueAt) void askAnew();
      return known;
    },
    instructions: () => instructions,
    reload: () => asking ?? askAnew(),
    askAnew,
    leftOut: () => missing,
  };
}
