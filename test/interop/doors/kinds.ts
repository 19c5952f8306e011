import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Environment, tool, type JsonObject, type Tool } from '@timestep-ai/timestep';
import { createAgentAuthoringTools } from '@timestep-ai/timestep/folder';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import type { ToolEnvironment } from '@timestep-ai/timestep/port';
import * as z from 'zod';

/** The kinds of tools that there are, by how they come to be and what they do. */
export const KINDS = [
  'function',
  'schema',
  'approval',
  'asking',
  'task',
  'workspace',
  'remote',
] as const;
export type Kind = (typeof KINDS)[number];

/** A tool of one kind, where it can be called, and how often its function has run. */
export interface Subject {
  readonly name: string;
  readonly args: JsonObject;
  /** How what it returns begins. */
  readonly result: string;
  /** How often its function runs for a call that is made. */
  readonly runs: number;
  /** Where an agent calls it. */
  readonly tools: ToolEnvironment;
  /** Serves it to clients of MCP. */
  readonly served: Environment;
  readonly ran: () => number;
  readonly close: () => Promise<void>;
}

/** Opens a tool that needs the approval of a person, or does not. */
export async function subjectOf(kind: Kind, needsApproval: boolean): Promise<Subject> {
  let ran = 0;
  const folder = mkdtempSync(join(tmpdir(), 'timestep-kinds-'));
  const counted = <Args, Given>(execute: (args: Args, given: Given) => unknown) => {
    return (args: Args, given: Given): unknown => {
      ran += 1;
      return execute(args, given);
    };
  };
  const options = { environmentId: 'kinds', enableHandoff: false };
  const servedTool = (given: Tool): Environment =>
    new Environment(options).tool('subject', { ...given, ...(needsApproval && { needsApproval }) });
  const plain = tool({ execute: counted(() => 'ran') });

  function served(): Environment {
    switch (kind) {
      case 'function':
      case 'remote':
        return servedTool(plain);
      case 'schema':
        return servedTool(
          tool({
            input: z.object({ n: z.number() }),
            output: z.object({ twice: z.number() }),
            execute: counted(({ n }) => ({ twice: 2 * n })),
          }),
        );
      case 'approval':
        return new Environment({ ...options, humanInLoop: needsApproval }).tool('subject', plain);
      case 'asking':
        return servedTool(
          tool({ execute: counted((_, { answers: [who], ask }) => who?.text ?? ask('For whom?')) }),
        );
      case 'task':
        return servedTool(tool({ task: 'optional', execute: counted(() => 'ran') }));
      case 'workspace': {
        const { tools = [] } = createAgentAuthoringTools(folder, {
          version: '1',
          askOnce: async () => '',
        });
        const listed = tools
          .filter(({ name }) => name === 'list_agents')
          .map((one) => ({ ...one, needsApproval, execute: counted(one.execute) }));
        return new Environment({ ...options, tools: listed });
      }
    }
  }

  const environment = served();
  const handler = environment.createHandler();
  const remote = kind === 'remote' ? await connectEnvironment({ handler }) : undefined;
  return {
    name: kind === 'workspace' ? 'list_agents' : 'subject',
    args: kind === 'schema' ? { n: 2 } : {},
    result: RESULTS[kind],
    runs: kind === 'asking' ? 2 : 1,
    tools: remote ?? environment,
    served: environment,
    ran: () => ran,
    async close() {
      await remote?.close();
      await handler.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const RESULTS: Readonly<Record<Kind, string>> = {
  function: 'ran',
  schema: '{"twice":4}',
  approval: 'ran',
  asking: 'Ada',
  task: 'ran',
  workspace: '{"agents":[]}',
  remote: 'ran',
};
