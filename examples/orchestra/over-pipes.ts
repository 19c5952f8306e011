/** Talks to the coordinator like a shell script: `echo … | timestep chat coordinator --json`. */
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import type { Stage } from './stage.ts';
import { printCall, type CoordinatorClient } from './coordinator-client.ts';

type Call = {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
};

/** The events of a task that this program prints. */
type Line =
  | {
      readonly type: 'model.replied';
      readonly message: { readonly content: string | null; readonly tool_calls?: readonly Call[] };
    }
  | { readonly type: 'tool.returned'; readonly callId: string; readonly content: string }
  | { readonly type: 'question.asked'; readonly question: { readonly text: string } }
  | { readonly type: 'task.finished' };

export async function connectOverPipes(stage: Stage): Promise<CoordinatorClient> {
  const calls = new Map<string, Call['function']>();
  let continuation: readonly string[] = [];
  return {
    async say(words) {
      const child = stage.start('timestep', [
        'chat',
        'coordinator',
        '--trust',
        '--json',
        ...continuation,
      ]);
      child.stdin.end(`${words}\n`);
      const [lines] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
      continuation = ['--continue'];
      return lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
        .reduce((before, line) => printEvent(line) ?? before, '');
    },
    close: async () => undefined,
  };

  /** Prints an event, and returns its text for the user. */
  function printEvent(line: Line): string | undefined {
    switch (line.type) {
      case 'model.replied': {
        for (const call of line.message.tool_calls ?? []) calls.set(call.id, call.function);
        return line.message.content || undefined;
      }
      case 'tool.returned': {
        const { name = '', arguments: args = '{}' } = calls.get(line.callId) ?? {};
        printCall(name, args, line.content);
        return undefined;
      }
      case 'question.asked':
        return line.question.text;
      case 'task.finished':
        return undefined;
    }
  }
}
