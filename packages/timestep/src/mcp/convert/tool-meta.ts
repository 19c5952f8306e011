import type { Tool } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type Replay } from '../../core/index.ts';
import { NEEDS_APPROVAL_META } from '../extension.ts';

/** The key of a tool's `_meta` for what to do about a call that was cut off. */
const REPLAY_META = 'dev.timestep/replay';

const REPLAYS: readonly unknown[] = ['safe', 'key', 'probe', 'never'] satisfies Replay[];

/** What a tool declares that MCP has no field for. */
export function metaOfTool(
  replay: Replay | undefined,
  needsApproval: boolean,
): { _meta?: JsonObject } {
  if (!replay && !needsApproval) return {};
  return {
    _meta: {
      ...(replay && { [REPLAY_META]: replay }),
      ...(needsApproval && { [NEEDS_APPROVAL_META]: true }),
    },
  };
}

/** Whether a person is to decide about each call. */
export function needsApprovalOf({ _meta }: Pick<Tool, '_meta'>): boolean {
  return isJsonObject(_meta) && _meta[NEEDS_APPROVAL_META] === true;
}

/**
 * Whether a call may be made again: as the tool says, or as its hints imply. A tool that only
 * reads, or is idempotent, may be called again; of other tools nothing is known.
 */
export function replayOfTool({
  annotations,
  _meta,
}: Pick<Tool, 'annotations' | '_meta'>): Replay | undefined {
  const said = isJsonObject(_meta) ? _meta[REPLAY_META] : undefined;
  if (isReplay(said)) return said;
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true
    ? 'safe'
    : undefined;
}

function isReplay(value: unknown): value is Replay {
  return REPLAYS.includes(value);
}

const OWN_META = 'dev.timestep/';

/** What a server says in `_meta` that is not of this package; `undefined` where it says nothing. */
export function foreignMeta({ _meta }: Pick<Tool, '_meta'>): JsonObject | undefined {
  if (!isJsonObject(_meta)) return undefined;
  const foreign = Object.entries(_meta).filter(([name]) => !name.startsWith(OWN_META));
  return foreign.length === 0 ? undefined : Object.fromEntries(foreign);
}
