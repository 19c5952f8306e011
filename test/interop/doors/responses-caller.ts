import OpenAI from 'openai';
import type {
  Response as Answer,
  ResponseInputImage,
  ResponseInputItem,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses';
import type { JsonObject } from '@timestep-ai/timestep';
import { endOf, PICTURE, type Caller, type Told } from './caller.ts';
import { AGENT, ORIGIN, type Reached } from './stage.ts';

const shownPicture: ResponseInputImage = {
  type: 'input_image',
  detail: 'auto',
  image_url: `data:image/png;base64,${PICTURE}`,
};

/** The `openai` package. */
export function responsesCaller(stage: Reached, picture: boolean): Caller {
  const openai = new OpenAI({
    baseURL: `${ORIGIN}/v1`,
    apiKey: 'k',
    maxRetries: 0,
    fetch: stage.fetch,
  });
  let asked: JsonObject = {};
  let last = '';

  function told(answer: Answer): Told {
    last = answer.id;
    return toldBy(answer, asked);
  }

  async function create(
    input: string | ResponseInputItem[],
    more: { readonly previous_response_id?: string; readonly background?: true },
  ): Promise<Told> {
    return told(await openai.responses.create({ model: AGENT, input, ...asked, ...more }));
  }

  const first: ResponseInputItem[] = [
    {
      role: 'user',
      content: [{ type: 'input_text', text: 'go' }, ...(picture ? [shownPicture] : [])],
    },
  ];
  return {
    ask(settings) {
      asked = settings;
      return create(first, {});
    },
    async begin(settings) {
      asked = settings;
      await create(first, { background: true });
    },
    async cancel() {
      return told(await openai.responses.cancel(last));
    },
    async look() {
      let answer: Answer | undefined;
      for await (const event of await openai.responses.retrieve(last, { stream: true })) {
        if ('response' in event) answer = event.response;
      }
      if (!answer) throw new Error('the stream told of no response');
      return told(answer);
    },
    reply({ approvals, results, words }) {
      const decided = approvals.map(({ callId, approved }) => ({
        type: 'mcp_approval_response' as const,
        approval_request_id: callId,
        approve: approved,
      }));
      const made = results.map(({ callId, output, isError }) => ({
        type: 'function_call_output' as const,
        call_id: callId,
        // For a failed call, the API only contains the text that the model read.
        output: isError ? JSON.stringify({ error: output }) : output,
      }));
      const answers = words === undefined ? [] : [{ role: 'user' as const, content: words.text }];
      return create([...decided, ...made, ...answers], { previous_response_id: last });
    },
  };
}

function toldBy(answer: Answer, asked: JsonObject): Told {
  const { output } = answer;
  const messages = output.flatMap((item) => (item.type === 'message' ? [item] : []));
  const said = messages.filter((item) => !('artifact' in item)).map(textOfItem);
  const given = messages.filter((item) => 'artifact' in item).map(textOfItem);
  const approvals = output.flatMap((item) =>
    item.type === 'mcp_approval_request' ? [{ callId: item.id, name: item.name }] : [],
  );
  const calls = output.flatMap((item) =>
    item.type === 'function_call' ? [{ callId: item.call_id, name: item.name }] : [],
  );
  const isResting = answer.status === 'completed' && approvals.length + calls.length === 0;
  // A call that continues in a later response waits for an answer unless it waits for an approval.
  const isAsking = output.some((item) => item.type === 'mcp_call' && item.status === 'incomplete');
  const { status, incomplete_details: why } = answer;
  const repeated = answer as unknown as JsonObject;
  const echo = Object.keys(asked).map((name) => [name, repeated[name] ?? null]);
  return {
    ...(isResting && (isAsking ? { question: said.join('') } : { answer: said.join('') })),
    ...(status === 'cancelled' && { ended: 'canceled' }),
    ...(status === 'incomplete' && why && { ended: endOf(JSON.stringify(why)) }),
    ...(status === 'failed' && { ended: endOf(JSON.stringify(answer.error)) }),
    given: given.map((text) => text.replace('\n', ': ')),
    approvals,
    calls,
    echo: Object.fromEntries(echo) as JsonObject,
  };
}

function textOfItem({ content }: ResponseOutputMessage): string {
  return content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}
