import { listFencedBlocks } from '../source/markdown.ts';
import type { SourceFile } from '../source/source-tree.ts';

/** What the first program of each page for users must contain, word for word. */
const PROGRAM = `const agent = new Agent({
  agentId: 'weather',
  instructions: 'Answer questions about the weather.',
  model: 'openai/gpt-5-mini',
  tools: { get_weather: getWeather },
});
console.log((await agent.ask('Rain in Oslo?')).text);
await agent.start({ port: 10000 });
`;

/** Returns the first block of TypeScript of a page. */
export function firstProgramOf(page: string): string | undefined {
  return listFencedBlocks(page).find(({ language }) => language === 'ts')?.text;
}

/** Lists the pages whose first program is another one. */
export function problemsOf(pages: readonly SourceFile[]): string[] {
  return pages
    .filter(({ text }) => firstProgramOf(text)?.includes(PROGRAM) !== true)
    .map(({ path }) => `${path} does not begin with the first program`);
}
