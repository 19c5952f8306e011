import { createContext, runInContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

/** What a workflow sandbox leaves of the language: no clock, no randomness, no host. */
const SANDBOX = `
  const forbidden = (name) => () => { throw new Error(name + ' is not deterministic'); };
  Date = new Proxy(Date, { construct: forbidden('Date'), apply: forbidden('Date'), get: forbidden('Date') });
  Math.random = forbidden('Math.random');
`;

async function bundled(contents: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'core',
    platform: 'neutral',
  });
  expect(
    Object.values(metafile.inputs).flatMap((input) =>
      input.imports.filter((imported) => imported.external),
    ),
  ).toEqual([]);
  return outputFiles[0]?.text ?? '';
}

it('bundles without imports and runs a whole task where only the language exists', async () => {
  const code = await bundled(`export * from ${JSON.stringify(entry)}`);
  const context = createContext({});
  runInContext(SANDBOX, context);
  runInContext(code, context);
  const outcome: unknown = runInContext(
    `
    const submitted = { type: 'task.submitted', taskId: 't', contextId: 'c', agent: 'a', principal: '',
      coreVersion: 1, toolSite: 'server', limits: { max_steps: 3, time_limit_s: 9 }, seed: 0,
      loadPrompt: false, history: [{ role: 'user', content: 'hi' }], clientTools: [] };
    let task = core.apply(undefined, { ...submitted, generation: 1, at: 0 });
    const step = (event) => { task = core.apply(task, { ...event, generation: task.generation + 1, at: 1 }); };
    const first = core.decide(task);
    step({ type: 'model.started', step: 1, attempt: 1 });
    step({ type: 'model.replied', step: 1, attempt: 1, message: { role: 'assistant', content: 'hello' } });
    const last = core.decide(task);
    JSON.stringify([first.do, last.do, last.reason]);
    `,
    context,
  );
  expect(outcome).toBe('["call-model","finish","final_answer"]');
});

it('would notice a clock in the core', async () => {
  const code = await bundled('export const now = () => Date.now();');
  const context = createContext({});
  runInContext(SANDBOX, context);
  runInContext(code, context);
  expect(() => runInContext('core.now()', context)).toThrow(/not deterministic/);
});
