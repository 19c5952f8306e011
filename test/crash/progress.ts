/** Shows how far a long run has come: on a terminal in place, elsewhere a line now and then. */
export interface Progress {
  readonly say: (line: string) => void;
  readonly done: () => void;
}

/** Where nobody watches, a line for each tenth. */
const PARTS = 10;

export function progressOf(total: number): Progress {
  let count = 0;
  return {
    say: (line) => void process.stdout.write(`${line}\n`),
    done() {
      count += 1;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${count}/${total}`);
        if (count === total) process.stderr.write('\n');
      } else if (count === total || count % Math.ceil(total / PARTS) === 0) {
        process.stderr.write(`${count}/${total}\n`);
      }
    },
  };
}
