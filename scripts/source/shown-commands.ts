import { listFencedBlocks } from './markdown.ts';
import type { SourceFile } from './source-tree.ts';

/** A call of the command `timestep` that a page shows. */
export interface ShownCommand {
  readonly page: string;
  /** As the page shows it. */
  readonly text: string;
  /** The words behind the name of the command. */
  readonly words: readonly string[];
  /** Whether a reader is to type it as it is: a fenced block, not a name in a sentence. */
  readonly isWhole: boolean;
}

const LANGUAGES: readonly string[] = ['sh', 'bash', 'console', ''];
/** The name of the command where a command begins: in a line, behind a sign of the shell, or as an argument of another. */
const NAME =
  /(?:^\s*(?:\$ )?|[|(;&]\s*| -- |\brun: |^\w+=\S* )(?:npx (?:--?[\w-]+ )*@timestep-ai\/timestep|npm run timestep --|(?:\S*\/\.bin\/)?timestep)(?= |$)/;

/** What drawings have and commands have not. */
const DRAWN = /[─│►]/;

/** Returns every call of the command `timestep` in the code of a page. */
export function listShownCommands({ path, text }: SourceFile): ShownCommand[] {
  const fenced = listFencedBlocks(text)
    .filter(({ language }) => LANGUAGES.includes(language))
    .flatMap((block) => block.text.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  const sentences = text.replaceAll(/^```[^]*?^```$/gm, '');
  const inline = [...sentences.matchAll(/`(timestep [^`]+)`/g)].map(([, code = '']) => code);
  return [
    ...fenced.map((line) => ({ line, isWhole: true })),
    ...inline.map((line) => ({ line: line.replaceAll(/\s+/g, ' '), isWhole: false })),
  ].flatMap(({ line, isWhole }) => {
    const found = NAME.exec(line);
    if (found === null || DRAWN.test(line)) return [];
    const isSubstituted = found[0].startsWith('(');
    const behind = line.slice(found.index + found[0].length);
    const rest = isSubstituted ? (behind.split(')', 1)[0] ?? '') : behind;
    return [{ page: path, text: line.trim(), words: splitWords(rest), isWhole }];
  });
}

/** Splits a command line at blanks outside of quotes, and ends where the shell would end the command. */
function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [word = ''] of line.matchAll(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'])+/g)) {
    if (/^(?:\||\|\||&&?|;|\d?>+|<|#.*)$/.test(word)) break;
    words.push(word.replaceAll(/["']/g, ''));
    if (word.endsWith(';')) break;
  }
  return words;
}
