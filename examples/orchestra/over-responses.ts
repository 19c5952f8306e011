/**
 * Talks with the coordinator as an OpenAI Responses client: `POST /v1/responses` of `timestep serve
 * coordinator`.
 */
import { readAddress, type Stage } from './stage.ts';
import { printCall, type CoordinatorClient } from './coordinator-client.ts';

type Item =
  | {
      readonly type: 'mcp_call';
      readonly name: string;
      readonly arguments: string;
      readonly output: string | null;
    }
  | { readonly type: 'message'; readonly content: readonly { readonly text: string }[] };

export async function connectOverResponses(stage: Stage): Promise<CoordinatorClient> {
  const url = await readAddress(
    stage.start('timestep', ['serve', 'coordinator', '--port', '0', '--no-ui']),
  );
  let before: string | undefined;
  return {
    async say(words) {
      const answer = await fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'coordinator',
          input: words,
          ...(before !== undefined && { previous_response_id: before }),
        }),
      });
      const response = (await answer.json()) as { readonly id: string; readonly output: Item[] };
      before = response.id;
      return response.output.reduce((said, item) => printItem(item) ?? said, '');
    },
    close: async () => undefined,
  };
}

/** Prints an item of the response, and returns its text for the user. */
function printItem(item: Item): string | undefined {
  switch (item.type) {
    case 'message':
      return item.content.map(({ text }) => text).join('');
    case 'mcp_call':
      if (item.output !== null) printCall(item.name, item.arguments, item.output);
      return undefined;
  }
}
