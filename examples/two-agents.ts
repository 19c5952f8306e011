import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  createClient,
  loadScript,
  modelFromEnv,
  scriptedAgent,
  type AgentFn,
} from '@timestep-ai/timestep';
import { createServedPage } from '@timestep-ai/timestep/page';
import { formatNextSteps } from './next-steps.ts';
import { createPersonalAssistant } from './personal-assistant/assistant.ts';
import { formatEvent } from './format-event.ts';
import type { Listening } from './supervise.ts';
import { createWeatherAssistant } from './weather-assistant/assistant.ts';
import { openMeteo } from './weather-assistant/open-meteo.ts';
import { sampleObservations } from './weather-assistant/observations.ts';

/** A wish that needs the weather of another agent, an approval, and a tool that takes its time. */
const TABLE_QUESTION = 'Book a table outside in Tokyo for tonight';

/** Milliseconds between two words of the scripted models, so that a person can watch. */
const WORD_PAUSE_MS = 10;

/** Asks the question, then keeps both agents running unless `once`. */
export async function runTwoAgents(question: string, once: boolean): Promise<void> {
  const starts = Number(process.env['DEMO_STARTS'] ?? 0);
  const wordPauseMs = once ? 0 : WORD_PAUSE_MS;
  const model = modelFromEnv(process.env);
  const database = process.env['TIMESTEP_DATABASE'] ?? '.timestep/tasks.db';
  const observe = process.env['WEATHER_SOURCE'] === 'open-meteo' ? openMeteo : sampleObservations;
  const weather = await createWeatherAssistant({
    model: model ?? (await createScriptedModel('weather-assistant', wordPauseMs)),
    observe,
  }).start({
    port: readPort('WEATHER_AGENT_PORT', 10_000),
    database,
  });
  const token = process.env['DEMO_TOKEN'] ?? randomUUID();
  const page = createServedPage(
    { kind: 'token', token },
    { ...(!once && { kill: killThisProcess }) },
  );
  const personal = await createPersonalAssistant({
    model:
      model ??
      (await createScriptedModel('personal-assistant', wordPauseMs, {
        weather_agent_uri: weather.url,
      })),
    weatherAgentUri: weather.url,
  }).start({
    port: readPort('PERSONAL_AGENT_PORT', 9999),
    database,
    protocols: ['a2a', 'agui', 'responses', page.protocol],
  });

  endWithParent();
  process.send?.({
    WEATHER_AGENT_PORT: new URL(weather.url).port,
    PERSONAL_AGENT_PORT: new URL(personal.url).port,
  } satisfies Listening);

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
  const isFirst = starts === 0;
  try {
    if (isFirst) await client.ask(personal.url, question);
    if (isFirst && !once) await askForTable(personal.url, token);
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
  if (isFirst) console.log(formatNextSteps(personal.url));
  else console.log(`the page is back: ${page.address(personal.url)}`);
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => resolve(name));
  });
  console.log(`\n${signal}: finishing what is running`);
  await stop();
}

async function createScriptedModel(
  example: string,
  wordPauseMs: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<AgentFn> {
  const file = fileURLToPath(new URL(`${example}/script.json`, import.meta.url));
  return scriptedAgent(await loadScript(file), { variables, wordPauseMs });
}

/** Starts a conversation on the page that waits for an approval. */
async function askForTable(url: string, token: string): Promise<void> {
  const path = `/ui/api/chats/${randomUUID()}/messages?agent=personal-assistant`;
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messageId: randomUUID(), text: TABLE_QUESTION }),
  });
  if (!response.ok) throw new Error(`the page answered with ${response.status}`);
}

/** Ends this process like a power failure. */
function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Ends this process if the process that supervises it is gone. */
function endWithParent(): void {
  process.once('disconnect', killThisProcess);
  // The channel to the other process must not keep this one running.
  process.channel?.unref();
}

function readPort(variable: string, otherwise: number): number {
  const given = process.env[variable];
  if (given === undefined || given === '') return otherwise;
  const number = Number(given);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  throw new RangeError(`${variable} must be a port number, got "${given}"`);
}
