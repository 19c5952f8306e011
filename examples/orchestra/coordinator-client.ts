/** An interface to the coordinator. */
export interface CoordinatorClient {
  /** Sends text, and returns the answer or the question of the coordinator. */
  say(words: string): Promise<string>;
  close(): Promise<void>;
}

/** Prints one step: its place, and the message or call. */
export function printStep(where: string, what: string): void {
  console.log(`  ${where.padEnd(26)} ${what}`);
}

/** Prints a tool call and its result. */
export function printCall(name: string, args: string, result: string | null): void {
  const { agent, message } = JSON.parse(args) as {
    readonly agent?: string;
    readonly message?: string;
  };
  printStep(`-> ${agent ?? name}`, message ?? args);
  if (result !== null) printStep(`<- ${agent ?? name}`, getAnswer(result));
}

/** Returns the answer in a call report, or the unchanged result. */
function getAnswer(result: string): string {
  if (!result.startsWith('{')) return result;
  const { answer } = JSON.parse(result) as { readonly answer?: string };
  return answer ?? result;
}
