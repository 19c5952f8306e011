/** Asks as a shell does: `echo … | timestep chat coordinator --json`, a command for each thing that is said. */
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import type { Stage } from './stage.ts';
import { toldCall, type Way } from './way.ts';

type Call = {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
};

/** The events of a task that are printed here. */
type Line =
  | {
      readonly type: 'model.replied';
      readonly message: { readonly content: string | null; readonly tool_calls?: readonly Call[] };
    }
  | { readonly type: 'tool.returned'; readonly callId: string; readonly content: string }
  | { readonly type: 'question.asked'; readonly question: { readonly text: string } }
  | { readonly type: 'task.finished' };

export async function overPipes(stage: Stage): Promise<Way> {
  const calls = new Map<string, Call['function']>();
  let goOn: readonly string[] = [];
  return {
    async say(words) {
      const args = ['chat', 'coordinator', '--json', ...goOn];
      const child = stage.start('timestep', args);
      child.stdin.end(`${words}\n`);
      const [lines] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
      goOn = ['--continue'];
      return lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
        .reduce((before, line) => saidIn(line) ?? before, '');
    },
    close: async () => undefined,
  };

  /** Tells of an event, and gives what it says to the person. */
  function saidIn(line: Line): string | undefined {
    switch (line.type) {
      case 'model.replied': {
        for (const call of line.message.tool_calls ?? []) calls.set(call.id, call.function);
        return line.message.content || undefined;
      }
      case 'tool.returned': {
        const { name = '', arguments: args = '{}' } = calls.get(line.callId) ?? {};
        toldCall(name, args, line.content);
        return undefined;
      }
      case 'question.asked':
        return line.question.text;
      case 'task.finished':
        return undefined;
    }
  }
}
