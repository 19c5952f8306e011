import {
  inputRequired,
  inputResponse,
  type InputRequests,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { ToolCallContext, McpTool } from '@timestep-ai/timestep/mcp';
import { filledIn, form, mcpOf, sample, sampled } from './asking.ts';

const userName = form('What is your name?', { name: { type: 'string' } });
const confirmation = form('Please confirm', { ok: { type: 'boolean' } });

async function ask(
  context: ToolCallContext,
  inputRequests: InputRequests,
  state?: unknown,
): Promise<InputRequiredResult> {
  if (state === undefined) return inputRequired({ inputRequests });
  return inputRequired({ inputRequests, requestState: await mcpOf(context).remember(state) });
}

/** State of the tool between its rounds. */
interface Remembered {
  readonly step?: number;
  readonly name?: unknown;
}

function stateOf(context: ToolCallContext): Remembered | undefined {
  return mcpOf(context).request.mcpReq.requestState<Remembered>();
}

function confirming(name: string): McpTool {
  return {
    name,
    description: 'Asks, and remembers that it did',
    execute: (_args, context) =>
      filledIn(context, 'confirm') && stateOf(context) !== undefined
        ? 'state-ok'
        : ask(context, { confirm: confirmation }, { asked: name }),
  };
}

/** The tools that answer by asking, in as many rounds as they need, as the 2026 revision has it. */
export const roundsTools: readonly McpTool[] = [
  {
    name: 'test_input_required_result_elicitation',
    description: 'Asks for a name',
    execute(_args, context) {
      const name = filledIn(context, 'user_name')?.['name'];
      return typeof name === 'string' ? `Hello, ${name}!` : ask(context, { user_name: userName });
    },
  },
  {
    name: 'test_input_required_result_sampling',
    description: 'Asks a model',
    execute: (_args, context) =>
      sampled(context, 'capital_question') ??
      ask(context, { capital_question: sample('What is the capital of France?', 100) }),
  },
  {
    name: 'test_input_required_result_list_roots',
    description: 'Asks for roots',
    execute(_args, context) {
      const given = inputResponse(mcpOf(context).request.mcpReq.inputResponses, 'client_roots');
      return given.kind === 'roots'
        ? JSON.stringify(given.roots)
        : ask(context, { client_roots: inputRequired.listRoots() });
    },
  },
  confirming('test_input_required_result_request_state'),
  confirming('test_input_required_result_tampered_state'),
  {
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks for three things at once',
    execute(_args, context) {
      const responses = mcpOf(context).request.mcpReq.inputResponses;
      const all =
        filledIn(context, 'user_name') !== undefined &&
        sampled(context, 'greeting') !== undefined &&
        inputResponse(responses, 'client_roots').kind === 'roots';
      const requests = {
        user_name: userName,
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      };
      return all ? 'done' : ask(context, requests, { asked: 'three' });
    },
  },
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice',
    execute(_args, context) {
      const { step, name } = stateOf(context) ?? {};
      const colour = filledIn(context, 'step2')?.['color'];
      if (step === 2 && colour) return `${JSON.stringify(name)} likes ${JSON.stringify(colour)}`;
      const given = filledIn(context, 'step1');
      if (step === 1 && given) {
        const second = form('Step 2: What is your favorite color?', { color: { type: 'string' } });
        return ask(context, { step2: second }, { step: 2, name: given['name'] });
      }
      const first = form('Step 1: What is your name?', { name: { type: 'string' } });
      return ask(context, { step1: first }, { step: 1 });
    },
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks for what the client can do and nothing else',
    execute(_args, context) {
      const { sampling, elicitation, roots } = mcpOf(context).peer.capabilities ?? {};
      return ask(context, {
        ...(sampling && { greeting: sample('Hello', 10) }),
        ...(elicitation && { user_name: userName }),
        ...(roots && { client_roots: inputRequired.listRoots() }),
      });
    },
  },
  {
    name: 'test_missing_capability',
    description: 'Asks a model whether the client has one or not',
    execute: (_args, context) =>
      mcpOf(context).peer.capabilities?.sampling
        ? 'ok'
        : ask(context, { greeting: sample('Hello', 1) }),
  },
];
