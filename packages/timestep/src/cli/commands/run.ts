import { EXIT, isSet, JSON_OPTION, textOf, type Command, type OptionValues } from '../command.ts';
import { usage } from '../command-error.ts';
import { counted, readCount } from '../quantity.ts';
import { progressLine } from '../progress-line.ts';
import { readShare } from '../share.ts';

export const runTasks: Command = {
  words: ['run'],
  about: 'Runs a suite of tasks against an agent and grades every trial.',
  more: 'What is done is kept as it is done: a run that was stopped is gone on with by --resume. Agents: builtin:echo, cmd:COMMAND, model:PROVIDER/NAME, a2a:URL, responses:URL, folder:PATH. Environments: builtin:default, mcp:URL, mcp:COMMAND, folder:PATH; an agent of a folder has the tools of its folder unless told otherwise.',
  options: {
    tasks: { type: 'string', value: 'FILE', about: 'the tasks, one JSON object a line' },
    outdir: { type: 'string', value: 'DIR', about: 'where the results go' },
    agent: { type: 'string', value: 'SPEC', about: 'who is graded (default builtin:echo)' },
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
      about: 'how often a call is made again whose rate is limited (default 5)',
    },
    resume: { type: 'boolean', about: 'go on with the run in the folder' },
    'retry-errors': { type: 'boolean', about: 'with --resume: run again what broke' },
    record: { type: 'string', value: 'FILE', about: 'writes down every reply of the agent' },
    replay: {
      type: 'string',
      value: 'FILE',
      about: 'takes the replies from a file, and asks nobody',
    },
    'min-pass-rate': { type: 'string', value: 'SHARE', about: 'exit with 1 below it, from 0 to 1' },
    json: JSON_OPTION,
  },
  examples: [
    'timestep run --tasks tasks.jsonl --outdir runs/demo --agent builtin:echo',
    'timestep run --tasks tasks.jsonl --outdir runs/demo --agent a2a:http://127.0.0.1:9999 --resume',
    'timestep run --tasks tasks.jsonl --outdir runs/gate --agent "cmd:python agent.py" --min-pass-rate 0.9',
  ],
  async run({ values }, { stopped, isWatched, write, complain }) {
    const tasks = required(values, 'tasks');
    const outdir = required(values, 'outdir');
    const spec = textOf(values, 'agent') ?? 'builtin:echo';
    const least = textOf(values, 'min-pass-rate');
    const minPassRate = least === undefined ? undefined : readShare(least);
    const [record, replay] = [textOf(values, 'record'), textOf(values, 'replay')];
    if (record !== undefined && replay !== undefined) throw usage('use --record or --replay');
    const evals = await import('../../eval/index.ts');
    const { DEFAULT_GRADERS, environmentFrom, gradersFrom, report, runSuite } = evals;
    const timeoutS = countOf(values, 'agent-timeout-s') ?? 120;
    const asked =
      replay === undefined ? evals.agentFrom(spec, { timeoutS }) : evals.replayReplies(replay);
    const progress = progressLine(isWatched, complain);
    const run = await runSuite({
      tasks,
      outdir,
      agent: record === undefined ? asked : evals.recordReplies(asked, record),
      agentName: spec,
      tools: environmentFrom(textOf(values, 'environment') ?? ownEnvironment(spec)),
      graders: gradersFrom(textOf(values, 'graders')?.split(/,\s+/) ?? DEFAULT_GRADERS),
      trials: countOf(values, 'trials') ?? 3,
      seed: Number(textOf(values, 'seed') ?? 0),
      concurrency: countOf(values, 'concurrency') ?? 4,
      agentTimeoutS: timeoutS,
      resume: isSet(values, 'resume'),
      retryErrors: isSet(values, 'retry-errors'),
      signal: stopped(),
      rateLimitRetries: retriesOf(values),
      onTrial: progress.tell,
      onWait: progress.wait,
    });
    progress.end();
    const result = report(outdir);
    const rate = result.pass_rate?.mean ?? 0;
    if (isSet(values, 'json')) {
      write(`${JSON.stringify({ outdir, complete: run.isComplete, ran: run.ran, ...result })}\n`);
    } else {
      const { passed, failed, errors } = result;
      const more = run.isComplete ? '' : `stopped: go on with --resume\n`;
      write(
        `${counted(run.ran, 'trial')} run: ${passed} passed, ${failed} failed, ${errors} broken\n${more}see timestep report ${outdir}\n`,
      );
    }
    const isBelow = minPassRate !== undefined && (rate < minPassRate || !run.isComplete);
    return isBelow || !run.isComplete ? EXIT.failed : EXIT.fine;
  },
};

/** An agent of a folder comes with its tools; any other is given the built-in ones. */
function ownEnvironment(agent: string): string {
  return agent.startsWith('folder:') ? agent : 'builtin:default';
}

function required(values: OptionValues, name: string): string {
  const value = textOf(values, name);
  if (value === undefined) throw usage(`--${name} is missing`);
  return value;
}

/** None at all is a number here. */
function retriesOf(values: OptionValues): number {
  return textOf(values, 'rate-limit-retries') === '0'
    ? 0
    : (countOf(values, 'rate-limit-retries') ?? 5);
}

function countOf(values: OptionValues, name: string): number | undefined {
  const value = textOf(values, name);
  return value === undefined ? undefined : readCount(value);
}
