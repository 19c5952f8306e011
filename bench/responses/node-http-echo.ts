/**
 * A minimal server: parses the JSON, answers with a response object of the same shape, stores
 * nothing.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listenAndReport } from '../process/measured-server.ts';

/** The request fields that a response repeats, like Timestep's. */
const ECHO = {
  error: null,
  incomplete_details: null,
  usage: null,
  previous_response_id: null,
  instructions: null,
  tools: [],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  text: { format: { type: 'text' } },
  reasoning: { effort: null, summary: null },
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  max_output_tokens: null,
  max_tool_calls: null,
  truncation: 'disabled',
  store: true,
  background: false,
  service_tier: 'default',
  metadata: {},
  safety_identifier: null,
  prompt_cache_key: null,
};

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly model: string;
        readonly input: string;
      };
      const at = Math.floor(Date.now() / 1000);
      const content = [{ type: 'output_text', text: input, annotations: [], logprobs: [] }];
      const message = { type: 'message', status: 'completed', role: 'assistant', content };
      const answer = {
        id: `resp_${randomUUID()}`,
        object: 'response',
        created_at: at,
        completed_at: at,
        status: 'completed',
        model,
        output: [{ id: `msg_${randomUUID()}`, ...message }],
        ...ECHO,
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  }),
);
