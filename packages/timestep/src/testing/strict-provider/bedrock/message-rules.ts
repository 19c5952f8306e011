import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { readImageFacts } from '../image-facts.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import type { Fault } from '../refusal.ts';
import { isSigned } from '../signature.ts';
import { findNameFaults, type BedrockMessage, type BedrockRule } from './bedrock-facts.ts';

const BOTO = 'service model of botocore 1.44.8';
const CALL_ID = /^[a-zA-Z0-9_.:-]{1,64}$/;
const MISTRAL_ID = /^[a-zA-Z0-9]{9}$/;
const DOCUMENT_NAME = /^(?!.*\s\s)[a-zA-Z0-9 \-()[\]]{1,200}$/;
const MOST_IMAGES = 20;
const LONGEST_SIDE = 8000;
/** Maximum number of base64 characters of an image, which is 3.75 MB of bytes. */
const LARGEST_IMAGE = 5 * 1024 * 1024;
const MOST_DOCUMENTS = 5;
/** Maximum number of base64 characters of a document, which is 4.5 MB of bytes. */
const LARGEST_DOCUMENT = 6 * 1024 * 1024;
const DOCUMENT_FORMATS = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'];
const IMAGE_FORMATS = ['png', 'jpeg', 'gif', 'webp'];

/** Lists the ids of tool calls, or of the tool results. */
function listToolUseIds(blocks: readonly JsonObject[], kind: 'toolUse' | 'toolResult'): string[] {
  return blocks
    .filter((block) => block[kind] !== undefined)
    .map((block) => toTextOrEmpty(toObject(block[kind])['toolUseId']));
}

function listResultBlocks({ toolResult }: JsonObject): readonly JsonObject[] {
  return listItemsOrEmptyObjects(toObject(toolResult)['content']);
}

function isBlankString(text: JsonValue | undefined): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function createBlankTextFault(path: string): Fault {
  return {
    message: `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`,
  };
}

/** Rules of Bedrock for the contents of a request's messages. */
export const contentRules: readonly BedrockRule[] = [
  {
    id: 'bedrock/empty-content',
    source: 'archestra-ai/archestra pull request 4220, 2026-04',
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        if (blocks.length > 0) continue;
        yield {
          message: `The content field in the Message object at messages.${at} is empty. Add a ContentBlock object to the content field and try again.`,
        };
      }
    },
  },
  {
    id: 'bedrock/blank-text',
    source: 'LibreChat-AI/agents pull request 501, 2026-09',
    *find({ system }, { messages }) {
      const all = [{ role: 'system', blocks: listItemsOrEmptyObjects(system) }, ...messages];
      for (const [at, { blocks }] of all.entries()) {
        for (const [index, block] of blocks.entries()) {
          const { text } = block;
          const path = at === 0 ? `system.${index}` : `messages.${at - 1}.content.${index}`;
          if (isBlankString(text)) yield createBlankTextFault(path);
          for (const [inner, one] of listResultBlocks(block).entries()) {
            if (isBlankString(one['text']))
              yield createBlankTextFault(`${path}.toolResult.content.${inner}`);
          }
        }
      }
    },
  },
  {
    id: 'bedrock/call-id',
    source: `${BOTO}; run-llama/llama_index pull request 22775, 2026-08`,
    *find(_body, { messages, model }) {
      const pattern = model.includes('mistral') ? MISTRAL_ID : CALL_ID;
      for (const [at, { blocks }] of messages.entries()) {
        for (const id of [
          ...listToolUseIds(blocks, 'toolUse'),
          ...listToolUseIds(blocks, 'toolResult'),
        ]) {
          if (pattern.test(id)) continue;
          yield {
            message: `1 validation error detected: Value '${id}' at 'messages.${at + 1}.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern.source}`,
          };
        }
      }
    },
  },
  {
    id: 'bedrock/call-fields',
    source: `${BOTO}; source of @ai-sdk/amazon-bedrock 5.0.101`,
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        for (const [index, { toolUse }] of blocks.entries()) {
          if (toolUse === undefined) continue;
          const { name, input } = toObject(toolUse);
          const path = `messages.${at}.content.${index}.toolUse`;
          yield* findNameFaults(name, `${path}.name`);
          if (!isJsonObject(input)) {
            yield {
              message: `The format of the value at ${path}.input is invalid. Provide a json object for the field and try again.`,
            };
          }
        }
      }
    },
  },
  {
    id: 'bedrock/empty-error',
    source: 'aws-samples/sample-multi-agent-orchestration-chat-on-agentcore issue 15, 2026-06',
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        for (const { toolResult } of blocks) {
          const { status, content } = toObject(toolResult);
          if (status !== 'error' || listItemsOrEmptyObjects(content).some(hasContent)) continue;
          yield {
            message: `messages.${at}: content cannot be empty if \`is_error\` is true`,
          };
        }
      }
    },
  },
  {
    id: 'bedrock/files',
    source: BOTO,
    *find(_body, { messages }) {
      for (const { blocks } of messages) {
        const files = blocks.flatMap((block) => [block, ...listResultBlocks(block)]);
        yield* findImageFaults(files.filter(({ image }) => image !== undefined));
        yield* findDocumentFaults(files.filter((file) => file['document'] !== undefined));
      }
    },
  },
  {
    id: 'bedrock/document',
    source: `${BOTO}; archestra-ai/archestra pull request 4220, 2026-04`,
    *find(_body, { messages }) {
      for (const { blocks } of messages) {
        const documents = blocks.filter((block) => block['document'] !== undefined);
        if (documents.length > 0 && blocks.every(({ text }) => text === undefined)) {
          yield {
            message:
              'A text block must be included in a message that contains a document. Add a text block and try again.',
          };
        }
        for (const block of documents) {
          if (DOCUMENT_NAME.test(toTextOrEmpty(toObject(block['document'])['name']))) continue;
          yield {
            message:
              'The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can’t contain more than one consecutive whitespace character.',
          };
        }
      }
    },
  },
  {
    id: 'bedrock/signature',
    source: 'source of @ai-sdk/amazon-bedrock 5.0.101: reasoning without signature is not sent',
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        for (const { reasoningContent } of blocks) {
          const { reasoningText } = toObject(reasoningContent);
          if (reasoningText === undefined) continue;
          const { text, signature } = toObject(reasoningText);
          if (isSigned('bedrock', signature, toTextOrEmpty(text))) continue;
          yield { message: `messages.${at}.content: Invalid \`signature\` in \`thinking\` block` };
        }
      }
    },
  },
];

function* findImageFaults(images: BedrockMessage['blocks']): Generator<Fault> {
  if (images.length > MOST_IMAGES) {
    yield { message: `Too many images: ${images.length}, at most ${MOST_IMAGES} in a message.` };
  }
  for (const { image } of images) {
    const { format, source } = toObject(image);
    const bytes = toTextOrEmpty(toObject(source)['bytes']);
    const facts = readImageFacts(bytes);
    if (facts && Math.max(facts.width, facts.height) > LONGEST_SIDE) {
      yield { message: `The image dimensions exceed the max allowed size: ${LONGEST_SIDE} pixels` };
    }
    if (bytes.length > LARGEST_IMAGE) {
      yield { message: 'The image exceeds the max allowed size of 3.75 MB' };
    }
    yield* findFormatFaults('image.format', toTextOrEmpty(format), IMAGE_FORMATS);
  }
}

function* findDocumentFaults(documents: BedrockMessage['blocks']): Generator<Fault> {
  if (documents.length > MOST_DOCUMENTS) {
    yield {
      message: `Too many documents: ${documents.length}, at most ${MOST_DOCUMENTS} in a message.`,
    };
  }
  for (const block of documents) {
    const { format, source } = toObject(block['document']);
    if (toTextOrEmpty(toObject(source)['bytes']).length > LARGEST_DOCUMENT) {
      yield { message: 'The document exceeds the max allowed size of 4.5 MB' };
    }
    yield* findFormatFaults('document.format', toTextOrEmpty(format), DOCUMENT_FORMATS);
  }
}

function* findFormatFaults(
  fieldPath: string,
  format: string,
  known: readonly string[],
): Generator<Fault> {
  if (known.includes(format)) return;
  yield {
    message: `1 validation error detected: Value '${format}' at '${fieldPath}' failed to satisfy constraint: Member must satisfy enum value set: [${known.join(', ')}]`,
  };
}

function hasContent({ text, ...others }: JsonObject): boolean {
  return typeof text === 'string' ? text !== '' : Object.keys(others).length > 0;
}

/** Rules for the order of messages, calls and results. */
export const orderRules: readonly BedrockRule[] = [
  {
    id: 'bedrock/first-role',
    source: 'microsoft/semantic-kernel issue 10281, 2025-03',
    *find(_body, { messages }) {
      if (messages[0]?.role === 'user') return;
      yield {
        message:
          'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
      };
    },
  },
  {
    id: 'bedrock/alternation',
    source: 'microsoft/semantic-kernel issue 10281, 2025-03; CopilotKit/CopilotKit issue 736',
    *find(_body, { messages }) {
      for (const [at, { role }] of messages.entries()) {
        if (role !== messages[at - 1]?.role) continue;
        yield {
          message:
            'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
        };
      }
    },
  },
  {
    id: 'bedrock/unanswered-call',
    source: 'camel-ai/camel issue 3954, 2026-03',
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        const answered = listToolUseIds(messages[at + 1]?.blocks ?? [], 'toolResult');
        const open = listToolUseIds(blocks, 'toolUse').filter((id) => !answered.includes(id));
        if (open.length === 0) continue;
        yield {
          message: `Expected toolResult blocks at messages.${at + 1}.content for the following Ids: ${open.join(', ')}`,
        };
      }
    },
  },
  {
    id: 'bedrock/orphan-result',
    source: 'inferred from the checks of the models behind Converse',
    *find(_body, { messages }) {
      for (const [at, { blocks }] of messages.entries()) {
        const calls = listToolUseIds(messages[at - 1]?.blocks ?? [], 'toolUse');
        const results = listToolUseIds(blocks, 'toolResult');
        if (results.every((id, index) => calls.includes(id) && results.indexOf(id) === index))
          continue;
        yield {
          message: `The number of toolResult blocks at messages.${at}.content exceeds the number of toolUse blocks of previous turn.`,
        };
      }
    },
  },
];
