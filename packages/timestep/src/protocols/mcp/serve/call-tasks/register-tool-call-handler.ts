import { describeUnknownName } from '#core';
import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '#core';
import { prepareArgumentsSchema } from '#engine/tools';
import { answerToolCall, type CallSettings } from '../calls/answer-tool-call.ts';
import type { CompiledEnvironment } from '../compile.ts';
import type { CallTasks } from './call-task.ts';
import type { CreateContext } from './register-call-tasks.ts';

const CALL: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, arguments: { type: 'object' } },
  required: ['name'],
};

/** Handles `tools/call` instead of the SDK, which rejects a task as the result of a tool with an output schema. */
export function registerToolCallHandler(
  { server }: McpServer,
  compiled: () => CompiledEnvironment,
  contextOf: CreateContext,
  { tasks, onError }: Pick<CallSettings, 'onError'> & { readonly tasks: CallTasks },
): void {
  const params = prepareArgumentsSchema('tools/call', CALL).standard;
  server.setRequestHandler('tools/call', { params }, (given, request) => {
    const { name, arguments: args = {} } = given as { name: string; arguments?: JsonObject };
    const { tools, definition } = compiled();
    const tool = tools.get(name);
    if (!tool) {
      const message = describeUnknownName('tool', name, [...tools.keys()]);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const settings = { tasks, onError, humanInLoop: definition.humanInLoop ?? false };
    return answerToolCall(tool, args, contextOf(request), settings);
  });
}
