import autocannon from 'autocannon';
import { stayAwake } from './stay-awake.ts';

/** A limited number of requests, no two alike, with a check of every answer. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the body of the request with that number. */
  readonly body: (number: number) => string;
  /** Returns the error of the answer to the request with that number; undefined if it is right. */
  readonly wrongWith: (answer: string, number: number) => string | undefined;
}

interface Context {
  number?: number;
}

/** Sends the load, numbering the requests from `first`; rejects if an answer is wrong. */
export async function sendLoad(load: Load, first: number): Promise<void> {
  let next = first;
  let answered = 0;
  const problems: string[] = [];
  const fallAsleep = stayAwake();
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    amount: load.amount,
    requests: [
      {
        method: 'POST',
        headers: { ...load.headers },
        setupRequest(request, context: Context) {
          context.number = next;
          return { ...request, body: load.body(next++) };
        },
        onResponse(status, answer, { number = 0 }: Context) {
          answered += 1;
          const wrong =
            status === 200
              ? load.wrongWith(answer, number)
              : `status ${status}: ${answer.slice(0, 500)}`;
          if (wrong !== undefined) problems.push(wrong);
        },
      },
    ],
  });
  fallAsleep();
  if (problems.length > 0) {
    throw new Error(`${problems.length} of ${answered} answers are wrong, first: ${problems[0]}`);
  }
  if (answered !== load.amount || result.errors > 0) {
    throw new Error(`${answered} of ${load.amount} requests were answered`);
  }
}
