import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInTerminal } from '#engine/processes';
import { PRIVATE_MODE } from '../output/new-file.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Opens a text in the user's editor, and resolves to what it saved. Rejects if the editor cannot run or fails. */
export async function editText(
  text: string,
  env: Variables,
  run: typeof runInTerminal = runInTerminal,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'timestep-'));
  try {
    const file = join(folder, 'message.md');
    await writeFile(file, text, { mode: PRIVATE_MODE });
    const editor = chooseEditor(env);
    const { code } = await run({ ...createEditorCommand(editor, file), env: { ...env } });
    if (code !== 0) {
      throw new Error(`The editor "${editor}" failed. Set VISUAL or EDITOR to another command.`);
    }
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chooseEditor({ VISUAL, EDITOR }: Variables): string {
  return VISUAL || EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Creates the command that opens a file in the editor. A shell runs it, because `$EDITOR` may contain
 * options.
 */
function createEditorCommand(
  editor: string,
  file: string,
): { readonly command: string; readonly args: readonly string[] } {
  if (process.platform === 'win32') {
    const [command = editor, ...args] = editor.split(' ');
    return { command, args: [...args, file] };
  }
  return { command: '/bin/sh', args: ['-c', `${editor} "$1"`, editor, file] };
}
