import type { AssistantMessage } from '#core';
import { scriptedAgent } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { Agent } from './agent/agent.ts';
import type { AgentOptions } from './agent/agent-options.ts';
import { Environment } from './environment.ts';

/**
 * Creates a model that hands off every message to an agent and repeats its answer. Failures are
 * marked.
 */
export function createRelay(agentUri: () => string): AgentFn {
  return scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `relayed: ${last.content}`;
    const content = typeof last?.content === 'string' ? last.content : '';
    return createCallMessage('handoff', { agent_uri: agentUri(), message: content });
  });
}

export function createCallMessage(name: string, args: object): AssistantMessage {
  const called = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${name}`, type: 'function', function: called }],
  };
}

/** Creates an agent with its own environment, which may hand off to this machine. */
export function createTestAgent(
  agentId: string,
  model: AgentFn,
  options: Partial<AgentOptions> = {},
): Agent {
  const environment = new Environment({ environmentId: agentId, agentId });
  return new Agent({ agentId, name: agentId, model, environment, ...options });
}
