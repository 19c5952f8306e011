import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Figures, Memory, News, Order } from './messages.ts';

/** A server under load, in a separate process. */
export interface LoadedServer {
  readonly url: string;
  /** Starts measuring the event loop and CPU. */
  watch(): Promise<void>;
  figures(): Promise<Figures>;
  /** Lets every waiting agent continue. */
  release(): Promise<void>;
  /** Returns the used memory after a garbage collection. */
  memory(): Promise<Memory>;
  /** Returns the bytes that it has written to disk so far. */
  written(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(database: string): Promise<LoadedServer> {
  const child = fork(new URL('server.ts', import.meta.url), [database], {
    execArgv: ['--conditions=@timestep/source', '--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url } = await next(child, 'listening');

  function ask<Type extends News['type']>(order: Order, type: Type) {
    const news = next(child, type);
    child.send(order);
    return news;
  }

  return {
    url,
    watch: async () => void (await ask({ type: 'watch' }, 'done')),
    figures: async () => (await ask({ type: 'figures' }, 'figures')).figures,
    release: async () => void (await ask({ type: 'release' }, 'done')),
    memory: async () => (await ask({ type: 'memory' }, 'memory')).memory,
    written: async () => (await ask({ type: 'written' }, 'written')).bytes,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Waits for the next message of a kind; rejects if the process ends first. */
function next<Type extends News['type']>(
  child: ChildProcess,
  type: Type,
): Promise<Extract<News, { type: Type }>> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the server ended before it answered'));
    const onMessage = (news: News): void => {
      if (!isOf(news, type)) return;
      child.off('exit', onExit).off('message', onMessage);
      resolve(news);
    };
    child.on('exit', onExit).on('message', onMessage);
  });
}

function isOf<Type extends News['type']>(
  news: News,
  type: Type,
): news is Extract<News, { type: Type }> {
  return news.type === type;
}
