import { isSet, JSON_OPTION, textOf, type Command, type OptionValues } from '../command.ts';
import { AGENT_HEADER_OPTION, agentHeadersOf, hasAddress } from '../agent-headers.ts';
import { usage } from '../command-error.ts';
import { boundsOf, GATE_OPTIONS } from '../gate-options.ts';
import { readCount, readSeed } from '../quantity.ts';
import { loginsIfAny } from '../person-logins.ts';
import { progressLine } from '../progress-line.ts';
import { TASK_FORMAT } from '../task-format.ts';
import { openTrialTraces, untilTraced } from '../trial-traces.ts';
import { withEnvironment } from '../with-environment.ts';
import { gradeTraceFiles } from './run-traces.ts';
import { requiredOf, tellOutcome } from './run-outcome.ts';

export const runTasks: Command = {
  words: ['run'],
  about: 'Runs a suite of tasks against an agent, or reads traces of one, and grades every trial.',
  more: 'Each trial is kept when it is done, and --resume continues a run that was stopped. Agents: builtin:echo, builtin:passages, script:FILE, cmd:COMMAND, model:PROVIDER/NAME, a2a:URL, responses:URL, folder:PATH. Environments: builtin:default, mcp:URL, mcp:COMMAND, folder:PATH; an agent of a folder has the tools of its folder by default. Trials that break, and those that are not run, fail the run unless --max-errors allows for them. With --traces no task is run: OTLP/JSON with the GenAI conventions is graded, by the tasks where some are given. Where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, the trace of each trial is sent there, with its grades.',
  options: {
    traces: { type: 'string', value: 'PATH', about: 'a file or folder of traces to grade instead' },
    tasks: { type: 'string', value: 'FILE', about: 'the tasks, one JSON object a line' },
    outdir: { type: 'string', value: 'DIR', about: 'where the results go' },
    agent: { type: 'string', value: 'SPEC', about: 'the agent to grade (default builtin:echo)' },
    'agent-header': AGENT_HEADER_OPTION,
    environment: {
      type: 'string',
      value: 'SPEC',
      about: 'its tools (default builtin:default, or those of its folder)',
    },
    graders: {
      type: 'string',
      value: 'LIST',
      about:
        'specs by comma and space (default ForbiddenTools, MaxToolCalls:50, FinalRegex, FinalContains)',
    },
    trials: { type: 'string', value: 'N', about: 'trials of each task (default 3)' },
    seed: { type: 'string', value: 'N', about: 'other seeds for the trials (default 0)' },
    concurrency: { type: 'string', value: 'N', about: 'trials at a time (default 4)' },
    'agent-timeout-s': { type: 'string', value: 'N', about: 'seconds of a trial (default 120)' },
    'rate-limit-retries': {
      type: 'string',
      value: 'N',
      about: 'how often a call is repeated after a rate limit (default 5)',
    },
    resume: { type: 'boolean', about: 'continue the run in the folder' },
    'retry-errors': { type: 'boolean', about: 'with --resume: replace what broke' },
    record: { type: 'string', value: 'FILE', about: 'writes down every reply of the agent' },
    replay: {
      type: 'string',
      value: 'FILE',
      about: 'takes the replies from a file, without the agent',
    },
    'trial-files': {
      type: 'boolean',
      about: 'files for every trial (default for runs of up to 200)',
    },
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
  async run({ values }, surroundings) {
    const { env, stopped, isWatched, complain } = surroundings;
    const outdir = requiredOf(values, 'outdir');
    const bounds = boundsOf(values);
    if (values['traces'] !== undefined) return gradeTraceFiles(outdir, values, surroundings);
    const tasks = requiredOf(values, 'tasks');
    const spec = textOf(values, 'agent') ?? 'builtin:echo';
    const headers = agentHeadersOf(values, spec, env);
    const seed = readSeed(textOf(values, 'seed') ?? '0');
    const [record, replay] = [textOf(values, 'record'), textOf(values, 'replay')];
    if (record !== undefined && replay !== undefined) throw usage('use --record or --replay');
    const evals = await import('../../eval/index.ts');
    const { DEFAULT_GRADERS, environmentFrom, gradersFrom, report, runSuite } = evals;
    const timeoutS = countOf(values, 'agent-timeout-s') ?? 120;
    const meant = hasAddress(spec) ? withEnvironment(spec, env) : spec;
    const asked =
      replay === undefined
        ? evals.agentFrom(meant, { timeoutS, ...(headers && { headers }) })
        : evals.replayReplies(replay);
    const environment = textOf(values, 'environment') ?? ownEnvironment(spec);
    const progress = progressLine(isWatched, complain);
    const traces = await openTrialTraces(surroundings);
    const running = runSuite({
      tasks,
      outdir,
      agent: record === undefined ? asked : evals.recordReplies(asked, record),
      agentName: spec,
      tools: environmentFrom(environment, await loginsIfAny(env)),
      environmentName: environment,
      graders: gradersFrom(textOf(values, 'graders')?.split(/,\s+/) ?? DEFAULT_GRADERS),
      trials: countOf(values, 'trials') ?? 3,
      seed,
      concurrency: countOf(values, 'concurrency') ?? 4,
      agentTimeoutS: timeoutS,
      resume: isSet(values, 'resume'),
      retryErrors: isSet(values, 'retry-errors'),
      ...(isSet(values, 'trial-files') && { trialFiles: true }),
      signal: stopped(),
      rateLimitRetries: retriesOf(values),
      onTrial: progress.tell,
      onWait: progress.wait,
      ...(traces && { onTraced: traces.onTraced }),
    });
    const run = await untilTraced(running, traces);
    progress.end();
    const result = report(outdir);
    const problems = evals.problemsOf(result, bounds);
    const done = { ...run, problems, json: isSet(values, 'json') };
    return tellOutcome(done, result, surroundings);
  },
};

/** An agent of a folder has its own tools; any other agent gets the built-in ones. */
function ownEnvironment(agent: string): string {
  return agent.startsWith('folder:') ? agent : 'builtin:default';
}

/** Zero is allowed here. */
function retriesOf(values: OptionValues): number {
  return textOf(values, 'rate-limit-retries') === '0'
    ? 0
    : (countOf(values, 'rate-limit-retries') ?? 5);
}

function countOf(values: OptionValues, name: string): number | undefined {
  const value = textOf(values, name);
  return value === undefined ? undefined : readCount(value);
}
