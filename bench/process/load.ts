import autocannon from 'autocannon';
import { stayAwake } from './stay-awake.ts';

/** A bounded number of requests, no two alike, and every answer checked. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the request of that number. */
  readonly body: (number: number) => string;
  /** What is wrong with the answer to the request of that number, if anything is. */
  readonly wrongWith: (answer: string, number: number) => string | undefined;
}

interface Context {
  number?: number;
}

/** Sends the load, numbering the requests from `first`; rejects when one answer is wrong. */
export async function send(load: Load, first: number): Promise<void> {
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
