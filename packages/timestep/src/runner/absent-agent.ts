import { RunnerError, type ServedAgent } from '../port/index.ts';

/**
 * Stands for an agent that has gone, where a canceled task of it comes to its end: that end needs
 * nothing of the agent.
 */
export function absentAgent(name: string): ServedAgent {
  const absent = (): never => {
    throw unknownAgent(name);
  };
  return {
    name,
    agent: absent,
    toolSite: 'server',
    limits: { max_steps: 0, time_limit_s: 0 },
    environment: absent,
  };
}

export function unknownAgent(name: string): RunnerError {
  return new RunnerError('unknown-agent', `there is no agent ${name}`);
}
