import type { ResourceDefinition } from '@timestep-ai/timestep/mcp';
import { PNG } from './media.ts';

export const resources: readonly ResourceDefinition[] = [
  {
    name: 'static-text',
    uri: 'test://static-text',
    description: 'Text',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  },
  {
    name: 'static-binary',
    uri: 'test://static-binary',
    description: 'An image',
    mimeType: 'image/png',
    read: () => Buffer.from(PNG, 'base64'),
  },
  {
    name: 'watched-resource',
    uri: 'test://watched-resource',
    description: 'Text that clients subscribe to',
    mimeType: 'text/plain',
    read: () => 'watched',
  },
  {
    name: 'template',
    uri: 'test://template/{id}/data',
    description: 'Data by id',
    mimeType: 'application/json',
    read: (_uri, { id }) =>
      JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
  },
];
