import type { CallStep, Message, ModelStep, StepTools } from '@timestep-ai/timestep/view';
import { tryParseJson } from '../values/try-parse-json.ts';

/** Builds the Chat Completions request that corresponds to a model call in the log. */
export function buildChatRequest(
  { called, messages }: ModelStep,
  tools: StepTools['tools'],
): object {
  return {
    model: called?.model ?? 'unknown',
    messages: messages.map(toChatMessage),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: tool.function })),
    }),
  };
}

/** Keeps only the fields that Chat Completions defines, without stored data of the provider. */
function toChatMessage(message: Message): object {
  switch (message.role) {
    case 'system':
      return message;
    case 'user':
      return { role: 'user', content: message.content };
    case 'assistant': {
      const { content, tool_calls: calls } = message;
      return { role: 'assistant', content, ...(calls && { tool_calls: calls }) };
    }
    case 'tool':
      return { role: 'tool', tool_call_id: message.tool_call_id, content: message.content };
  }
}

/** Returns a command that sends the rebuilt request. The address and the key are variables. */
export function formatModelCurl(step: ModelStep, tools: StepTools['tools']): string {
  return formatCurl(
    '"${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions"',
    buildChatRequest(step, tools),
    ['-H "authorization: Bearer $OPENAI_API_KEY"'],
  );
}

/** Returns a command that makes the call at an MCP server. The address is a variable. */
export function formatCallCurl({ call, changed }: Pick<CallStep, 'call' | 'changed'>): string {
  const { name, arguments: written } = call.function;
  const text = changed ?? written;
  const params = { name, arguments: tryParseJson(text) ?? text };
  return formatCurl('"$MCP_URL"', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, [
    `-H 'accept: application/json, text/event-stream'`,
  ]);
}

function formatCurl(url: string, body: object, headers: readonly string[]): string {
  const quoted = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  const parts = [
    `curl ${url}`,
    `-H 'content-type: application/json'`,
    ...headers,
    `-d '${quoted}'`,
  ];
  return parts.join(' \\\n  ');
}
