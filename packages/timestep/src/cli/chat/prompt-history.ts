import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFile } from '../../port/index.ts';
import { PRIVATE_MODE } from '../new-file.ts';

/** What a person has sent to an agent, for the arrow keys. */
export interface PromptHistory {
  /** The oldest first. */
  readonly earlier: readonly string[];
  readonly remember: (text: string) => void;
}

/** How many texts are kept when a conversation begins. */
const KEPT = 500;

/**
 * Reads the history in a file, which only its owner may read, and adds to it. A file that cannot be
 * read or written is done without: the conversation itself is kept elsewhere.
 */
export function openPromptHistory(file: string): PromptHistory {
  const texts = textsIn(file);
  const earlier = texts.slice(-KEPT);
  quietly(() => {
    mkdirSync(dirname(file), { recursive: true });
    makePrivateFile(file);
    if (texts.length > 2 * KEPT)
      writeFileSync(file, earlier.map(lineOf).join(''), { mode: PRIVATE_MODE });
  });
  return {
    earlier,
    remember: (text) => quietly(() => appendFileSync(file, lineOf(text), { mode: PRIVATE_MODE })),
  };
}

function textsIn(file: string): readonly string[] {
  let written = '';
  quietly(() => {
    written = readFileSync(file, 'utf8');
  });
  return written.split('\n').flatMap((line) => {
    try {
      const text: unknown = JSON.parse(line);
      return typeof text === 'string' ? [text] : [];
    } catch {
      // A line that a crash has cut off, and the empty one at the end.
      return [];
    }
  });
}

function lineOf(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // The history is a help, and no reason to end a conversation.
  }
}
