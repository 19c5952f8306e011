import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createClient,
  loadScript,
  modelFromEnv,
  scriptedAgent,
  type AgentFn,
} from '@timestep-ai/timestep';
import { openPage } from '@timestep-ai/timestep/page';
import { formatNextSteps } from './next-steps.ts';
import { createPersonalAssistant } from './personal-assistant/assistant.ts';
import { formatEvent } from './format-event.ts';
import { createWeatherAssistant } from './weather-assistant/assistant.ts';
import { openMeteo } from './weather-assistant/open-meteo.ts';
import { sampleObservations } from './weather-assistant/observations.ts';

const HELP = `Two agents, one question: a personal assistant hands a question about the weather off to a weather
assistant, over real A2A and real MCP, and answers it. Then both keep running.

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
if (values.help) {
  process.stdout.write(HELP);
} else {
  try {
    await main(positionals.join(' ') || "What's the weather in Oakland?", values.once);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    process.exitCode = 1;
  }
}

async function main(question: string, once: boolean): Promise<void> {
  const model = modelFromEnv(process.env);
  const database = process.env['TIMESTEP_DATABASE'] ?? '.timestep/tasks.db';
  const observe = process.env['WEATHER_SOURCE'] === 'open-meteo' ? openMeteo : sampleObservations;
  const weather = await createWeatherAssistant({
    model: model ?? (await createScriptedModel('weather-assistant')),
    observe,
  }).start({
    port: readPort('WEATHER_AGENT_PORT', 10_000),
    database,
  });
  const page = openPage({ kind: 'token', token: randomUUID() });
  const personal = await createPersonalAssistant({
    model:
      model ??
      (await createScriptedModel('personal-assistant', { weather_agent_uri: weather.url })),
    weatherAgentUri: weather.url,
  }).start({
    port: readPort('PERSONAL_AGENT_PORT', 9999),
    database,
    protocols: ['a2a', 'agui', 'responses', page.protocol],
  });

  const names = { [weather.url]: 'weather assistant', [personal.url]: 'personal assistant' };
  const client = createClient({
    handoff: { allow: [weather.url] },
    onEvent(event) {
      const line = formatEvent(event, names);
      if (line !== undefined) console.log(line);
    },
  });
  const stop = async () => {
    await client.close();
    await Promise.all([personal.close(), weather.close()]);
  };

  if (!once) console.log(`the page: ${page.address(personal.url)}`);
  console.log(`personal assistant at ${personal.url}, weather assistant at ${weather.url}`);
  console.log(
    `tasks in ${database}: kill this process at any time, start it again, and they continue`,
  );
  console.log(
    `model: ${model ?? 'a script; set OPENAI_API_KEY and OPENAI_MODEL for a real one'}\n`,
  );
  try {
    await client.ask(personal.url, question);
  } catch (thrown) {
    console.error(`no answer: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    process.exitCode = 1;
    await stop();
    return;
  }
  if (once) {
    await stop();
    return;
  }
  console.log(formatNextSteps(personal.url));
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => resolve(name));
  });
  console.log(`\n${signal}: finishing what is running`);
  await stop();
}

async function createScriptedModel(
  example: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<AgentFn> {
  const file = fileURLToPath(new URL(`${example}/script.json`, import.meta.url));
  return scriptedAgent(await loadScript(file), { variables });
}

function readPort(variable: string, otherwise: number): number {
  const given = process.env[variable];
  if (given === undefined || given === '') return otherwise;
  const number = Number(given);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  throw new RangeError(`${variable} must be a port number, got "${given}"`);
}
