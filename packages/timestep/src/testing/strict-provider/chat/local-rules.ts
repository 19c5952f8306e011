import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { walkSchema } from '../openai-schema.ts';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';
import { WITHOUT_TOOLS } from './hosted-rules.ts';

/** Creates the rule of a server whose model or configuration does not support tools. */
function createNoToolsRule(
  id: string,
  source: string,
  describe: (model: string) => string,
): ChatRule {
  return {
    id,
    source,
    *find({ tools }, { model }) {
      if (listValues(tools).length === 0 || !model.includes(WITHOUT_TOOLS)) return;
      yield { message: describe(model) };
    },
  };
}

export const ollamaRules: readonly ChatRule[] = [
  createNoToolsRule(
    'ollama/no-tools',
    'texts of Ollama',
    (model) => `registry.ollama.ai/library/${model} does not support tools`,
  ),
];

export const llamaCppRules: readonly ChatRule[] = [
  createNoToolsRule(
    'llamacpp/no-tools',
    'texts of llama.cpp',
    () => 'tools param requires --jinja flag',
  ),
  {
    id: 'llamacpp/reference',
    source: 'json-schema-to-grammar of llama.cpp',
    *find({ tools }) {
      for (const tool of listItemsOrEmptyObjects(tools)) {
        const root = toObject(toObject(tool['function'])['parameters']);
        for (const { schema } of walkSchema(root)) {
          const reference = toTextOrEmpty(schema['$ref']);
          if (!reference.startsWith('#/') || isReferenceInSchema(reference, root)) continue;
          yield {
            message: `JSON schema conversion failed:\nError resolving ref ${reference}: not in the schema`,
          };
        }
      }
    },
  },
];

function isReferenceInSchema(reference: string, root: JsonObject): boolean {
  let value: JsonValue | undefined = root;
  for (const name of reference.split('/').slice(1)) {
    if (!isJsonObject(value)) return false;
    value = value[name];
  }
  return value !== undefined;
}

export const lmStudioRules: readonly ChatRule[] = [
  {
    id: 'lmstudio/tool-choice',
    source: 'texts of LM Studio',
    *find({ tool_choice: choice }) {
      if (!isJsonObject(choice)) return;
      yield {
        message:
          "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
      };
    },
  },
];

/** Models whose chat templates require that user and assistant alternate. */
const STRICT_TEMPLATES = /gemma|mistral|llama-2/i;

export const vllmRules: readonly ChatRule[] = [
  createNoToolsRule(
    'vllm/no-tools',
    'texts of vLLM',
    () => '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  ),
  {
    id: 'vllm/role-order',
    source: 'templates of Gemma, Mistral and Llama 2',
    *find({ messages }, { model }) {
      if (!STRICT_TEMPLATES.test(model)) return;
      const roles = listItemsOrEmptyObjects(messages).map(({ role }) => toTextOrEmpty(role));
      // Consecutive tool results count as one turn of the user, as in the models' chat templates.
      const turns = roles
        .filter((role, at) => role !== 'system' && !(role === 'tool' && roles[at - 1] === 'tool'))
        .map((role) => (role === 'tool' ? 'user' : role));
      if (turns.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))) return;
      yield { message: 'Conversation roles must alternate user/assistant/user/assistant/...' };
    },
  },
  {
    id: 'vllm/system',
    source: 'template of Gemma',
    *find({ messages }, { model }) {
      if (!/gemma/i.test(model)) return;
      if (listItemsOrEmptyObjects(messages).every(({ role }) => role !== 'system')) return;
      yield { message: 'System role not supported' };
    },
  },
];
