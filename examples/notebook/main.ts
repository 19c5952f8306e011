/**
 * Holds two conversations with the notebook, on a copy of the folder, and fails unless its
 * permission rules work.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, createClient, loadAgentFolder, modelFromEnv, serve } from '@timestep-ai/timestep';

const HERE = import.meta.dirname;
const WORK = join(HERE, '.timestep');
const model = modelFromEnv(process.env);

/** The copy is inside this folder, so that npx finds the servers that the example depends on. */
mkdirSync(WORK, { recursive: true });
const folder = mkdtempSync(join(WORK, 'notebook-'));
for (const part of ['tsagent.json', 'prompt.md', 'script.json', 'notes/groceries.md']) {
  cpSync(join(HERE, part), join(folder, part));
}

/** Calls that required approval. */
const asked: string[] = [];

/** Runs one conversation; the servers of the folder start and stop with it. */
async function runConversation(lines: readonly string[]): Promise<readonly string[]> {
  const definition = loadAgentFolder(folder, model === undefined ? {} : { model });
  const serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    database: ':memory:',
    protocols: ['a2a'],
  });
  const client = createClient({
    approve({ function: call }) {
      asked.push(`${call.name} ${call.arguments}`);
      console.log(`  approved ${asked.at(-1)}`);
      return true;
    },
  });
  const answers: string[] = [];
  try {
    let contextId: string | undefined;
    for (const line of lines) {
      console.log(`> ${line}`);
      const answer = await client.ask(serving.url, line, { ...(contextId && { contextId }) });
      ({ contextId } = answer);
      answers.push(answer.text);
      console.log(answer.text);
    }
  } finally {
    await client.close();
    await serving.close();
    await definition.close();
  }
  return answers;
}

try {
  const [read, denied, climbing, written] = await runConversation([
    'Read groceries.md',
    'Read /etc/passwd',
    'Read ../tsagent.json',
    'Write plan.md: call Ada about the lemons',
    'Remember that Ada likes tea.',
  ]);
  const [remembered] = await runConversation(['What do you know about Ada?']);

  assert.match(readFileSync(join(folder, 'notes/plan.md'), 'utf8'), /call Ada about the lemons/);
  assert.equal(asked.length, 1, 'only the write requires approval');
  assert.match(asked[0] ?? '', /^notes_write_file .*plan\.md/);
  assert.match(read ?? '', /oat milk/);
  assert.match(remembered ?? '', /tea/);
  if (model === undefined) {
    assert.equal(denied, 'I may not do that: the rule "notes_*:path=/*" denies the call.');
    assert.equal(climbing, 'I may not do that: the rule "notes_*:path=/*" denies the call.');
    assert.equal(written, 'It is written down.');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
