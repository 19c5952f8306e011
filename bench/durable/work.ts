import type { Engine, Submitted } from './engine.ts';

/** Submits many tasks concurrently, waits for all of them and checks every answer. */
export async function doTasks(
  engine: Engine,
  names: readonly string[],
  effects: number,
): Promise<void> {
  const submitted = await Promise.all(names.map((name) => engine.submit(name, effects)));
  await checkAnswers(submitted, effects);
}

export async function checkAnswers(
  submitted: readonly Submitted[],
  effects: number,
): Promise<void> {
  const answers = await Promise.all(submitted.map(({ answer }) => answer()));
  const wrong = answers.find((answer) => answer !== effects);
  if (wrong !== undefined) throw new Error(`a task of ${effects} effects counts ${wrong}`);
}

export function createNames(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}
