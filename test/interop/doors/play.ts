import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Row } from './rows.ts';
import type { Seen } from './setup.ts';
import type { Reply, Told } from './caller.ts';
import { CALLERS } from './callers.ts';
import { callMaker } from './own-calls.ts';
import { openStage, type Column, type Stage } from './stage.ts';
import { answerOfPerson, askPerson } from './world.ts';

/** Maximum milliseconds until a call receives its abort signal. */
const HEARD_MS = 30_000;

/** Calls the agent over one protocol, answers its requests, and returns all observations. */
export async function play(column: Column, row: Row): Promise<Seen> {
  const stage = await openStage(column, row);
  try {
    const told = await answered(stage, row).catch((thrown: unknown) => {
      if (column.isDurable || !isGone(thrown)) throw thrown;
      return undefined;
    });
    const { answer } = told ?? {};
    const read = answer === undefined ? 'lost' : (JSON.parse(answer) as string[]);
    const given = [...stage.world.given, ...(told?.given ?? [])];
    const ended = told?.ended === undefined ? [] : [told.ended];
    return { ...stage.world, given, ended, read, echo: told?.echo ?? {} };
  } finally {
    await stage.close();
  }
}

async function answered(stage: Stage, row: Row): Promise<Told> {
  const { settings = {}, restarts = false, picture = false } = row;
  const caller = await CALLERS[row.door](stage, picture);
  if (row.cancels) {
    await caller.begin(settings);
    await (stage.hangs?.begun ?? caller.look());
    const told = await caller.cancel();
    // The process of the call may receive the abort later than the caller.
    await Promise.race([stage.hangs?.stopped, sleep(HEARD_MS)]);
    return told;
  }
  const isCutOff = stage.hangs !== undefined && row.plan[0]?.includes('order');
  let told: Told;
  if (isCutOff) {
    await caller.begin(settings);
    await stage.hangs?.begun;
    await stage.restart();
    told = await caller.look();
  } else {
    told = await caller.ask(settings);
    if (restarts) await stage.restart();
  }
  while (told.answer === undefined && told.ended === undefined) {
    told = await caller.reply(await replyTo(told, stage, row));
  }
  return told;
}

async function replyTo(told: Told, stage: Stage, row: Row): Promise<Reply> {
  const { approvals, calls, question } = told;
  if (question !== undefined) {
    return { approvals: [], results: [], words: answerOfPerson(stage.world, question) };
  }
  if (approvals.length + calls.length === 0) throw new Error('the caller is asked for nothing');
  const make = callMaker(stage, row);
  const decided = approvals.map(({ callId, name }) => ({
    callId,
    approved: askPerson(stage.world, row, name),
  }));
  const results: Reply['results'][number][] = [];
  for (const call of calls) {
    const { content, isError = false } = await make(call);
    results.push({ callId: call.callId, output: content, isError });
  }
  return { approvals: decided, results };
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof Error && /not.?found|no (task|response)/i.test(String(thrown));
}

/** Returns the differences between a cell and its expected values. */
export function problemsOf(column: Column, row: Row, seen: Seen): string[] {
  const isLost = !column.isDurable && row.inMemory !== undefined;
  const { read, ...rest } = isLost ? row.inMemory : row.expected;
  // Only Responses repeats settings, and only settings that were applied.
  const echo = row.door === 'Responses' && !isLost ? (row.settings ?? {}) : {};
  const wanted = Object.entries({ ...rest, echo });
  const problems = wanted.flatMap(([part, value]) => {
    const found = seen[part as keyof Seen];
    return isDeepStrictEqual(found, value) ? [] : [differing(part, found, value)];
  });
  return isSaid(seen.read, read) ? problems : [...problems, differing('read', seen.read, read)];
}

function isSaid(found: Seen['read'], wanted: Seen['read'] = 'lost'): boolean {
  if (found === 'lost' || wanted === 'lost') return found === wanted;
  return (
    found.length === wanted.length &&
    found.every((text, index) => text.startsWith(wanted[index] ?? ''))
  );
}

function differing(part: string, found: unknown, wanted: unknown): string {
  return `${part} is ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`;
}
