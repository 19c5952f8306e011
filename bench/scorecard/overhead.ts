import { beClient } from './client.ts';
import { readCpuTime } from '../durable/servers/cpu-of.ts';
import { startLife, type StoryProcess } from './life.ts';
import { openOutside } from './outside.ts';
import { isServing, LIMITS } from './story.ts';

const WARM_UPS = 3;
const MEASURED = 20;

/** Returns the milliseconds of processor time of one undisturbed story, its server's included. */
export async function measureOverhead(place: StoryProcess, serverPid: number): Promise<number> {
  const outside = await openOutside(() => undefined);
  const life = await startLife(place, outside.url);
  try {
    await isServing(life);
    const tell = async (task: string): Promise<void> => {
      const { failure } = await beClient(task, {
        url: life.url,
        world: outside.url,
        pass: () => undefined,
        startedAt: () => performance.now(),
        limits: LIMITS,
      });
      if (failure !== undefined)
        throw new Error(`the undisturbed story fails: ${failure} ${life.said()}`);
    };
    for (let index = 0; index < WARM_UPS; index += 1) await tell(`warm-${index}`);
    const before = await readCpuMs(life.url, serverPid);
    for (let index = 0; index < MEASURED; index += 1) await tell(`measured-${index}`);
    return ((await readCpuMs(life.url, serverPid)) - before) / MEASURED;
  } finally {
    await life.end();
    await outside.close();
  }
}

async function readCpuMs(url: string, serverPid: number): Promise<number> {
  const { user, system } = (await (await fetch(`${url}/cpu`)).json()) as NodeJS.CpuUsage;
  return (user + system + readCpuTime(serverPid)) / 1000;
}
