import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { createClient } from '@timestep-ai/timestep';

/** Calls a running weather assistant in four ways, and fails unless each call is answered. */
const url = process.argv[2] ?? process.env['WEATHER_AGENT_URI'] ?? 'http://127.0.0.1:10000';
const question = "What's the weather in Oakland?";
const expected = /72°F and sunny, with a humidity level of 65%/;

const client = createClient();
let streamed = '';
const watching = createClient({
  onEvent: (event) => {
    if (event.type === 'text') streamed += event.text;
  },
});
try {
  const answer = await client.ask(url, question);
  printResult('A2A, tools run here over MCP', answer.text);

  const watched = await watching.ask(url, question);
  printResult('A2A, streamed', watched.text);
  assert.match(streamed, expected);

  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
  const response = await openai.responses.create({ model: 'weather-assistant', input: question });
  printResult('OpenAI Responses', response.output_text);

  const stream = openai.responses.stream({ model: 'weather-assistant', input: question });
  let text = '';
  for await (const event of stream)
    if (event.type === 'response.output_text.delta') text += event.delta;
  printResult('OpenAI Responses, streamed', text);
} finally {
  await Promise.all([client.close(), watching.close()]);
}

function printResult(way: string, text: string): void {
  assert.match(text, expected);
  console.log(`${way}: ${text}`);
}
