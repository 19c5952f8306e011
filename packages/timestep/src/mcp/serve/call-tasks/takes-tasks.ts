import { ProtocolError } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../core/index.ts';
import { TASKS_EXTENSION } from '../../extension.ts';
import type { CallerContext } from '../tool-context.ts';

/** The code for a client that has not declared what a request needs (MCP 2026-07-28). */
const MISSING_CAPABILITY = -32_021;

/** Whether a caller takes a task in place of a result. */
export function takesTasks({ mcp }: Pick<CallerContext, 'mcp'>): boolean {
  const { era, capabilities } = mcp?.peer ?? {};
  return era === 'modern' && isJsonObject(capabilities?.extensions?.[TASKS_EXTENSION]);
}

/** The refusal of what needs a client that takes tasks. */
export function missingCapability(): ProtocolError {
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  return new ProtocolError(MISSING_CAPABILITY, 'Missing required client capability', data);
}
