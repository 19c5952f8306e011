/**
 * An MCP server of files over standard input and output, used by tests that inspect the servers of
 * an agent.
 */
import * as z from 'zod';
import { Environment } from '#serving/server';

const HOSTILE = '<img src=https://example.com/x onerror=alert(1)><script>alert(1)</script>';

const environment = new Environment({ environmentId: 'files', enableHandoff: false });

environment.tool(
  'find',
  {
    description: `Finds files. ${HOSTILE}`,
    input: z.object({
      pattern: z.string().describe('What names look like.'),
      most: z.number().int().default(3),
      sort: z.enum(['name', 'age']).optional(),
      isDeep: z.boolean().optional(),
      folders: z.array(z.string()).optional(),
    }),
  },
  (given) => {
    process.stderr.write(`looking for ${given.pattern} ${HOSTILE}\n`);
    return { found: given, pid: process.pid };
  },
);
environment.tool(
  'remove',
  { description: 'Removes a file.', needsApproval: true, input: z.object({ path: z.string() }) },
  ({ path }) => `removed ${path}`,
);
environment.resource(
  'terms',
  { uri: 'note:terms', description: 'What holds.', mimeType: 'text/plain' },
  () => `No warranty. ${HOSTILE}`,
);
environment.prompt(
  'greet',
  { description: 'Greets.', input: z.object({ who: z.string() }) },
  ({ who }: { readonly who: string }) => `Greet ${who}. ${HOSTILE}`,
);

await environment.run('stdio');
