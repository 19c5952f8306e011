/** A way to talk with the coordinator. */
export interface Way {
  /** Says something, and returns what comes back: an answer, or a question. */
  say(words: string): Promise<string>;
  close(): Promise<void>;
}

/** Prints one hop: where it is, and what goes there. */
export function told(where: string, what: string): void {
  console.log(`  ${where.padEnd(26)} ${what}`);
}

/** Prints a call of a tool, and what came of it. */
export function toldCall(name: string, args: string, result: string | null): void {
  const { agent, message } = JSON.parse(args) as {
    readonly agent?: string;
    readonly message?: string;
  };
  told(`-> ${agent ?? name}`, message ?? args);
  if (result !== null) told(`<- ${agent ?? name}`, answerIn(result));
}

/** The answer in a report, or the result as it is. */
function answerIn(result: string): string {
  if (!result.startsWith('{')) return result;
  const { answer } = JSON.parse(result) as { readonly answer?: string };
  return answer ?? result;
}
