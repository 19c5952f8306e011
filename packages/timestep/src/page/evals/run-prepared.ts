import { agentFrom, environmentFrom, runSuite } from '../../eval/index.ts';
import type { RunPrepared } from './run-starts.ts';

/** Runs a suite as `timestep run` does: an agent of a folder has the tools of its folder. */
export const runPrepared: RunPrepared = async ({
  tasks,
  outdir,
  agent,
  signal,
  logins,
  ...sizes
}) => {
  const { spec, model } = agent;
  const environment = spec.startsWith('folder:') ? spec : 'builtin:default';
  await runSuite({
    ...sizes,
    tasks,
    outdir,
    agent: agentFrom(spec, { ...(model !== undefined && { model }) }),
    agentName: model === undefined ? spec : `${spec} with ${model}`,
    tools: environmentFrom(environment, logins),
    environmentName: environment,
    signal,
  });
};
