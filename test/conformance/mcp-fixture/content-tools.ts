import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@timestep-ai/timestep/core';
import type { ToolDefinition } from '@timestep-ai/timestep/mcp';
import { PNG, WAV } from './media.ts';

const everyKeyword = JSON.parse(
  readFileSync(new URL('./json-schema-2020-12.json', import.meta.url), 'utf8'),
) as JsonObject;

const image = { type: 'image', data: PNG, mimeType: 'image/png' };

const logging: ToolDefinition['run'] = async (_args, { log }) => {
  for (const step of ['started', 'processing data', 'completed']) {
    await log('info', `Tool execution ${step}`);
    await sleep(20);
  }
  return 'logged';
};

/** The tools with which the suite checks each kind of content and the messages during a call. */
export const contentTools: readonly ToolDefinition[] = [
  {
    name: 'test_simple_text',
    description: 'Returns text',
    run: () => 'This is a simple text response for testing.',
  },
  {
    name: 'test_image_content',
    description: 'Returns an image',
    run: () => ({ content: [image] }),
  },
  {
    name: 'test_audio_content',
    description: 'Returns audio',
    run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Returns a resource',
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Returns text, an image and a resource',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  {
    name: 'test_error_handling',
    description: 'Fails',
    run() {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  { name: 'test_tool_with_logging', description: 'Logs as it goes', run: logging },
  { name: 'test_logging_tool', description: 'Logs as it goes', run: logging },
  {
    name: 'test_tool_with_progress',
    description: 'Tells how far it is',
    async run(_args, { progress }) {
      for (const done of [0, 50, 100]) {
        await progress(done, 100);
        await sleep(20);
      }
      return 'done';
    },
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has a schema that uses what JSON Schema 2020-12 brought',
    input: everyKeyword,
    run: () => 'ok',
  },
  {
    name: 'test_custom_header',
    description: 'Wants an argument repeated in a header',
    input: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    },
    run: () => 'ok',
  },
  { name: 'test_reconnection', description: 'Answers at once', run: () => 'ok' },
];
