import { type Fields, readTexts, readValue } from '#core';

/**
 * Reads the field `stop`: a text or a list of texts. Empty texts are ignored. The texts are not sent to the model,
 * because many models reject the setting; they end the answer, but not the agent's work.
 */
export function readStopTexts(body: Fields): readonly string[] {
  const value = readValue(body, 'stop');
  const texts = typeof value === 'string' ? [value] : (readTexts(body, 'stop') ?? []);
  return texts.filter((text) => text !== '');
}

/** Returns a text up to the first of the stop texts, which is not included. */
export function cutAtStop(text: string, stops: readonly string[]): string {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1);
  return found.length === 0 ? text : text.slice(0, Math.min(...found));
}

/** Ends a streamed text before the first stop text. */
export interface StopCutter {
  /** Adds a piece and returns the text to send. Holds back an end that may be the beginning of a stop text. */
  push(piece: string): string;
  /** Returns the text that was held back, at the end of the stream. */
  end(): string;
}

export function createStopCutter(stops: readonly string[]): StopCutter {
  let held = '';
  let isCut = false;
  return {
    push(piece) {
      if (isCut) return '';
      const text = held + piece;
      const cut = cutAtStop(text, stops);
      isCut = cut !== text;
      const end = isCut ? cut.length : text.length - countPossibleStopCharacters(text, stops);
      held = isCut ? '' : text.slice(end);
      return text.slice(0, end);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** Counts the characters at the end of a text that may be the beginning of a stop text. */
function countPossibleStopCharacters(text: string, stops: readonly string[]): number {
  const longest = Math.max(0, ...stops.map((stop) => stop.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(text.length - length);
    if (stops.some((stop) => stop.startsWith(end))) return length;
  }
  return 0;
}
