import { createAgentFromSpec, createEnvironmentFactory, runSuite } from '#eval';
import type { SuiteRunner } from './run-starter.ts';

// The parts of the page that depend on the `eval` module, which are imported on first use.
export { computeRunFindings } from './run-findings.ts';
export { renderComparisonReport } from '../report/comparison-report.ts';
export { renderRunReport } from '../report/run-report.ts';

/** Runs a suite like `timestep run`. An agent from a folder uses the tools of that folder. */
export const runPreparedSuite: SuiteRunner = async ({
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
    agent: createAgentFromSpec(spec, { ...(model !== undefined && { model }) }),
    agentName: model === undefined ? spec : `${spec} with ${model}`,
    tools: createEnvironmentFactory(environment, logins),
    environmentName: environment,
    signal,
  });
};
