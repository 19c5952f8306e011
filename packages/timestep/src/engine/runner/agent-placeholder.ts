import { RunnerError, type ServedAgent } from '#engine/port';

/** Creates a stand-in for a removed agent, so that a canceled task of that agent can end. */
export function createAgentPlaceholder(name: string): ServedAgent {
  const absent = (): never => {
    throw createUnknownAgentError(name);
  };
  return {
    name,
    agent: absent,
    toolSite: 'server',
    limits: { max_steps: 0, time_limit_s: 0 },
    environment: absent,
  };
}

export function createUnknownAgentError(name: string): RunnerError {
  return new RunnerError(
    'unknown-agent',
    `the agent ${name} is not served here: serve it, or name another agent`,
  );
}
