import { Agent, createClient, enableTracing, scriptedAgent } from '@timestep-ai/timestep';

// Calls an agent once, and exports the trace according to the environment variables.

const model = scriptedAgent(() => 'It is sunny.');
const serving = await new Agent({ agentId: 'guide', name: 'guide', model }).start({
  port: 0,
  database: ':memory:',
});
const isOn = await enableTracing(serving);
const client = createClient();
const { text } = await client.ask(serving.url, 'How is the weather?');
await client.close();
await serving.close(10_000);
process.stdout.write(`${JSON.stringify({ isOn, text })}\n`);
