import type { AgentFn } from '@timestep-ai/timestep/port';
import { createCallMessage, createTextMessage, WAIT } from './messages/call-message.ts';
import type { Log } from './log.ts';
import { EXECUTE_ORDER_66, findJustAnswered, nextResponderMove, SEND_REPLY } from './responder.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

export interface CloneCommanderOptions {
  /** A model that answers in text; called once for each message. */
  readonly model: AgentFn;
  readonly modelName: string;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

/** Creates agent B: its model only writes text, and code sends it, so a small model suffices. */
export function createCloneCommander(options: CloneCommanderOptions): AgentFn {
  const { model, modelName, log, telemetry } = options;
  return async (messages, context) => {
    const taskId = context.task.contextId;
    const processed = findJustAnswered(messages);
    if (processed !== undefined) log('message_processed', { taskId, messageId: processed });
    const move = nextResponderMove(messages);
    switch (move.do) {
      case 'execute-order-66':
        return createCallMessage(messages, EXECUTE_ORDER_66, { message_id: move.heard.messageId });
      case 'wait':
        return createCallMessage(messages, WAIT.function.name);
      case 'finish':
        log('conversation_complete', { taskId });
        return createTextMessage('The order was executed, and every message answered.');
      case 'answer':
        break;
    }
    const { messageId, replyTo, content: input } = move.heard;
    log('process_message_start', { taskId, messageId, attempt: context.attempt });
    const begun = Date.now();
    try {
      const quiet = { ...context, tools: [], emit: () => undefined };
      const { content, usage, cost_usd } = await model(move.prompt, quiet);
      const words = content?.trim() || '(no words)';
      log('process_message_complete', { taskId, messageId, durationMs: Date.now() - begun });
      telemetry.record({
        trace: 'clone-commander-response',
        sessionId: taskId,
        observation: { kind: 'generation', name: 'lmstudio-response', model: modelName, usage },
        input,
        output: words,
        begun,
        ended: Date.now(),
      });
      const args = { message_id: messageId, reply_to: replyTo, content: words };
      const { cost_usd: _free, ...reply } = createCallMessage(messages, SEND_REPLY, args);
      return { ...reply, ...(usage && { usage }), ...(cost_usd !== undefined && { cost_usd }) };
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      log('process_message_error', { taskId, messageId, level: 'error', reason });
      throw thrown;
    }
  };
}
