import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServerNews, ServerOrder, ServerUsage } from './server-message.ts';

export interface ServerProcess {
  readonly url: string;
  /** Runs the work and returns the resources that the server used meanwhile. */
  readonly during: (work: () => Promise<void>) => Promise<ServerUsage>;
  readonly stop: () => Promise<void>;
}

/** Starts a server's script in a separate process. */
export async function startServer(
  script: string,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const child = fork(script, args);
  const listening = await next('listening');
  return {
    url: listening.url,
    async during(work) {
      sendOrder('begin');
      await next('begun');
      await work();
      sendOrder('end');
      return (await next('used')).usage;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };

  function sendOrder(what: ServerOrder): void {
    child.send(what);
  }

  function next<T extends ServerNews['type']>(type: T): Promise<Extract<ServerNews, { type: T }>> {
    return new Promise((resolve, reject) => {
      const over = () => {
        child.off('message', heard);
        child.off('exit', left);
      };
      const heard = (news: ServerNews) => {
        over();
        if (news.type === type) resolve(news as Extract<ServerNews, { type: T }>);
        else reject(new Error(`${script} told ${news.type} instead of ${type}`));
      };
      const left = (code: number | null) => {
        over();
        reject(new Error(`${script} ended with status ${code} before it was ${type}`));
      };
      child.on('message', heard);
      child.on('exit', left);
    });
  }
}
