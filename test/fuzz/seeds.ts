import { MCP_SEEDS } from './seeds/mcp.ts';
import { AGUI_SEEDS } from './seeds/agui.ts';
import { A2A_0_3_SEEDS, A2A_SEEDS } from './seeds/a2a.ts';
import { RESPONSES_SEEDS } from './seeds/responses.ts';
import { OPEN_SEEDS } from './seeds/open.ts';

/**
 * A valid request. Placeholders such as `{task}` are replaced by data that the server has created.
 */
export interface Seed {
  /** Its name in the report. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const SEEDS: readonly Seed[] = [
  ...A2A_SEEDS,
  ...A2A_0_3_SEEDS,
  ...MCP_SEEDS,
  ...AGUI_SEEDS,
  ...RESPONSES_SEEDS,
  ...OPEN_SEEDS,
];
