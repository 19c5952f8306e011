import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '#core';
import { createPrivateFile } from '#engine/port';
import { PRIVATE_MODE } from '../output/new-file.ts';

export interface PromptHistory {
  /** Messages of earlier chats, oldest first. */
  readonly earlier: readonly string[];
  readonly remember: (text: string) => void;
}

/** Number of messages to retain when a chat starts. */
const MAX_MESSAGES = 500;

/** Opens the history file, which only its owner may read. File errors are ignored. */
export function openPromptHistory(file: string): PromptHistory {
  const texts = readPromptTexts(file);
  const earlier = texts.slice(-MAX_MESSAGES);
  ignoreErrors(() => {
    mkdirSync(dirname(file), { recursive: true });
    createPrivateFile(file);
    if (texts.length > 2 * MAX_MESSAGES)
      writeFileSync(file, earlier.map(textToJsonLine).join(''), { mode: PRIVATE_MODE });
  });
  return {
    earlier,
    remember: (text) =>
      ignoreErrors(() => appendFileSync(file, textToJsonLine(text), { mode: PRIVATE_MODE })),
  };
}

function readPromptTexts(file: string): readonly string[] {
  let written = '';
  ignoreErrors(() => {
    written = readFileSync(file, 'utf8');
  });
  return written.split('\n').flatMap((line) => {
    // A line that a crash cut off is skipped, as is the empty line at the end.
    const text = parseJson(line);
    return typeof text === 'string' ? [text] : [];
  });
}

function textToJsonLine(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // Errors are ignored, because the prompt history is optional.
  }
}
