import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const order = z.object({ order: z.string().describe('The number of the order, such as 4711.') });

const environment = new Environment({ environmentId: 'orders', enableHandoff: false });

environment.tool(
  'look_up',
  tool({
    description: 'Says what an order contains.',
    input: order,
    replay: 'safe',
    execute: ({ order: number }) => `Order ${number}: a lamp, 40 euros.`,
  }),
);

environment.tool(
  'refund',
  tool({
    description: 'Refunds an order.',
    input: order,
    execute: ({ order: number }) => `Order ${number} is refunded.`,
  }),
);

await environment.run('stdio');
