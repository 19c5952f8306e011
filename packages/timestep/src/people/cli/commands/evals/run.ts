import { omitUndefined } from '#core';
import { JSON_OPTION, type Command } from '../../command.ts';
import {
  AGENT_HEADER_OPTION,
  readAgentHeaders,
  isA2AOrResponsesSpec,
} from '../../options/agent-headers.ts';
import { createUsageError } from '../../command-error.ts';
import { readPassConditions, GATE_OPTIONS } from './gate-options.ts';
import { parsePositiveCount, parseSeed } from '../../options/quantity.ts';
import { openUserLoginsIfConfigured } from '../../agents/user-agents.ts';
import { createProgressDisplay } from './progress-line.ts';
import { TASK_FORMAT } from './task-format.ts';
import { openTrialTraceExporter, waitForRunAndTraces } from './trial-traces.ts';
import { substituteVariables } from '../../options/substitute-variables.ts';
import { gradeTraceFiles } from './run-traces.ts';
import { requireOption, reportEvaluation } from './run-outcome.ts';
import { loadNamedGraders } from './named-graders.ts';

export const runTasks: Command = {
  usage: 'run',
  about: 'Runs a suite of tasks with an agent, or reads its traces, and grades every trial.',
  more: 'Each finished trial is saved, and --resume continues a stopped run. Agents: builtin:echo, builtin:passages, script:FILE, cmd:COMMAND, model:PROVIDER/NAME, a2a:URL, responses:URL, folder:PATH. Toolsets (--environment): builtin:default, mcp:URL, mcp:COMMAND, folder:PATH; a folder agent uses the tools of its folder by default. Trials that error or are not run fail the run unless --max-errors allows them. With --traces, no task is run: traces in OTLP/JSON with the GenAI conventions are graded, with the tasks if given. If OTEL_EXPORTER_OTLP_ENDPOINT names a collector, the trace of each trial is sent there with its grades.',
  options: {
    traces: {
      value: 'PATH',
      about: 'file or folder with traces to grade instead of running tasks',
    },
    tasks: { value: 'FILE', about: 'file with the tasks, one JSON object per line' },
    outdir: { value: 'DIR', about: 'folder for the results' },
    agent: { value: 'SPEC', about: 'the agent to grade (default builtin:echo)' },
    'agent-header': AGENT_HEADER_OPTION,
    environment: {
      value: 'SPEC',
      about: 'toolset of the agent (default: builtin:default, or the tools of its folder)',
    },
    graders: {
      value: 'LIST',
      about:
        'graders, separated by commas: names, LLMJudge, files that export graders, such as ./graders.ts (default ForbiddenTools, MaxToolCalls:50, FinalRegex, FinalContains)',
    },
    judge: {
      value: 'MODEL',
      about: 'model that grades by the rubrics of tasks, such as openai/gpt-5',
    },
    trials: { value: 'N', about: 'number of trials per task (default 3)' },
    seed: { value: 'N', about: 'random seed for the trials (default 0)' },
    concurrency: { value: 'N', about: 'number of concurrent trials (default 4)' },
    'agent-timeout-s': { value: 'N', about: 'timeout of a trial in seconds (default 120)' },
    'rate-limit-retries': { value: 'N', about: 'number of retries after a rate limit (default 5)' },
    resume: { about: 'continues the run in the folder' },
    'retry-errors': { about: 'with --resume: repeats the trials that errored' },
    record: { value: 'FILE', about: 'records every reply of the agent in a file' },
    replay: { value: 'FILE', about: 'uses recorded replies instead of the agent' },
    'trial-files': { about: 'writes files for every trial (default for runs of up to 200 trials)' },
    ...GATE_OPTIONS,
    json: JSON_OPTION,
  },
  sections: TASK_FORMAT,
  examples: [
    'timestep run --tasks tasks.jsonl --outdir runs/demo --agent builtin:echo',
    'timestep run --tasks tasks.jsonl --outdir runs/demo --agent a2a:http://127.0.0.1:9999 --resume',
    'timestep run --traces traces.jsonl --tasks tasks.jsonl --outdir runs/traces',
    'timestep run --tasks tasks.jsonl --outdir runs/gate --agent "cmd:python agent.py" --min-pass-rate 0.9',
    'timestep run --tasks tasks.jsonl --outdir runs/peer --agent a2a:https://peer.example --agent-header "Authorization: Bearer ${env:TOKEN}"',
  ],
  async run({ values }, context) {
    const { env, getStopSignal, isStderrTerminal, writeError } = context;
    const outdir = requireOption(values, 'outdir');
    const conditions = readPassConditions(values);
    if (values.has('traces')) return gradeTraceFiles(outdir, runTasks.options, values, context);
    const tasks = requireOption(values, 'tasks');
    const spec = values.text('agent') ?? 'builtin:echo';
    const headers = readAgentHeaders(values, spec, env);
    const seed = values.parse('seed', parseSeed) ?? 0;
    const [record, replay] = [values.text('record'), values.text('replay')];
    if (record !== undefined && replay !== undefined)
      throw createUsageError('use either --record or --replay');
    const evals = await import('#eval');
    const { createEnvironmentFactory } = evals;
    const timeoutS = values.parse('agent-timeout-s', parsePositiveCount) ?? 120;
    const meant = isA2AOrResponsesSpec(spec) ? substituteVariables(spec, env) : spec;
    const asked =
      replay === undefined
        ? evals.createAgentFromSpec(meant, omitUndefined({ timeoutS, headers }))
        : evals.replayReplies(replay);
    const environment = values.text('environment') ?? getDefaultToolset(spec);
    const progress = createProgressDisplay(isStderrTerminal, writeError);
    const traces = await openTrialTraceExporter(context);
    const tools = createEnvironmentFactory(environment, await openUserLoginsIfConfigured(env));
    const toolNames = await evals.listEnvironmentTools(tools, getStopSignal());
    const running = evals.runSuite({
      tasks,
      outdir,
      agent: record === undefined ? asked : evals.recordReplies(asked, record),
      agentName: spec,
      tools,
      toolNames,
      environmentName: environment,
      graders: await loadNamedGraders(values),
      trials: values.parse('trials', parsePositiveCount) ?? 3,
      seed,
      concurrency: values.parse('concurrency', parsePositiveCount) ?? 4,
      agentTimeoutS: timeoutS,
      resume: values.isSet('resume'),
      retryErrors: values.isSet('retry-errors'),
      ...(values.isSet('trial-files') && { trialFiles: true }),
      signal: getStopSignal(),
      rateLimitRetries: values.parse('rate-limit-retries', parseRetries) ?? 5,
      onTrial: progress.showProgress,
      onWait: progress.showWait,
      ...(traces && { onTraced: traces.onTraced }),
    });
    const run = await waitForRunAndTraces(running, traces);
    progress.end();
    return reportEvaluation(run, conditions, values, context);
  },
};

function getDefaultToolset(agent: string): string {
  return agent.startsWith('folder:') ? agent : 'builtin:default';
}

function parseRetries(text: string): number {
  return text === '0' ? 0 : parsePositiveCount(text);
}
