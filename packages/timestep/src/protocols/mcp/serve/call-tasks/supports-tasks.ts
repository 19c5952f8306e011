import { ProtocolError } from '@modelcontextprotocol/server';
import { isJsonObject } from '#core';
import { TASKS_EXTENSION } from '../../extension.ts';
import type { CallerContext } from '../calls/tool-context.ts';

const MISSING_CAPABILITY = -32_021;

export function supportsTasks({ mcp }: Pick<CallerContext, 'mcp'>): boolean {
  const { era, capabilities } = mcp?.peer ?? {};
  return era === 'modern' && isJsonObject(capabilities?.extensions?.[TASKS_EXTENSION]);
}

export function createMissingCapabilityError(): ProtocolError {
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  return new ProtocolError(MISSING_CAPABILITY, 'Missing required client capability', data);
}
