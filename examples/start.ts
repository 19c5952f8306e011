import { parseArgs } from 'node:util';

const HELP = `Two agents, one question: a personal assistant hands a question about the weather off to a weather
assistant, over real A2A and real MCP, and answers it. Then both keep running, and a table waits to be
booked on the page, which has a button that kills the server.

  npm start                                   ask, then keep running until Ctrl-C
  npm start -- --once                         ask, then exit
  npm start -- --once "Weather in Tokyo?"     ask another question

Environment:
  OPENAI_API_KEY, OPENAI_MODEL                use this model instead of the script (other providers work too)
  WEATHER_SOURCE=open-meteo                   use open-meteo.com instead of sample observations
  WEATHER_AGENT_PORT, PERSONAL_AGENT_PORT     instead of 10000 and 9999; 0 takes any free port
  TIMESTEP_DATABASE                           database of the tasks, instead of .timestep/tasks.db
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const question = positionals.join(' ') || "What's the weather in Oakland?";
if (values.help) process.stdout.write(HELP);
else if (values.once || process.send) await runInThisProcess();
else await (await import('./supervise.ts')).superviseServer(import.meta.filename, positionals);

async function runInThisProcess(): Promise<void> {
  const { runTwoAgents } = await import('./two-agents.ts');
  try {
    await runTwoAgents(question, values.once);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    process.exitCode = 1;
  }
}
