import { isJsonObject } from '#core';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { isBase64 } from '../image-facts.ts';
import { isSigned } from '../signature.ts';
import type { GeminiRule } from './gemini-facts.ts';

/** Fields with data. Each part of a message must have one of them, or a text. */
const DATA_FIELDS =
  'inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse'.split(
    ' ',
  );
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];
/** Documented placeholder signature for function calls that no Google model has made. */
const SENTINEL = 'skip_thought_signature_validator';

/** Rules of Gemini for single messages of a request and for their parts. */
export const partRules: readonly GeminiRule[] = [
  {
    id: 'gemini/role',
    source: 'the-open-agent/openagent issue 1666, 2025-10',
    *find(_body, { contents }) {
      for (const { role } of contents) {
        if (['user', 'model', 'function'].includes(role)) continue;
        yield { message: 'Please use a valid role: user, model.' };
      }
    },
  },
  {
    id: 'gemini/no-parts',
    source: 'coze-dev/coze-studio issue 46, 2025-07',
    *find({ systemInstruction: instruction }, { contents }) {
      for (const [at, { parts }] of contents.entries()) {
        if (parts.length > 0) continue;
        yield {
          message: `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`,
        };
      }
      if (instruction === undefined || toObject(instruction)['parts'] !== undefined) return;
      yield {
        message:
          '* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.\n',
      };
    },
  },
  {
    id: 'gemini/empty-part',
    source: 'router-for-me/CLIProxyAPI issue 1292, 2026-01',
    *find({ systemInstruction: instruction }, { contents }) {
      const own = listItemsOrEmptyObjects(toObject(instruction)['parts']);
      for (const [index, { text }] of own.entries()) {
        if (toTextOrEmpty(text) !== '') continue;
        yield {
          message: `* GenerateContentRequest.system_instruction.parts[${index}].data: required oneof field 'data' must have one initialized field\n`,
        };
      }
      for (const [at, { parts }] of contents.entries()) {
        for (const [index, part] of parts.entries()) {
          const isFull = DATA_FIELDS.some((field) => part[field] !== undefined);
          if (isFull || toTextOrEmpty(part['text']) !== '') continue;
          yield {
            message: `* GenerateContentRequest.contents[${at}].parts[${index}].data: required oneof field 'data' must have one initialized field\n`,
          };
        }
      }
    },
  },
  {
    id: 'gemini/call-fields',
    source: 'docstrings of google-genai 3.6.1',
    *find(_body, { contents }) {
      for (const [at, { parts }] of contents.entries()) {
        for (const [index, { functionCall, functionResponse }] of parts.entries()) {
          const { args, name } = toObject(functionCall ?? functionResponse);
          const path = `contents[${at}].parts[${index}]`;
          if (functionCall !== undefined && args !== undefined && !isJsonObject(args)) {
            yield {
              message: `Invalid value at '${path}.function_call.args' (type.googleapis.com/google.protobuf.Struct)`,
            };
          }
          if (
            functionResponse !== undefined &&
            !isJsonObject(toObject(functionResponse)['response'])
          ) {
            yield {
              message: `Invalid value at '${path}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`,
            };
          }
          if ((functionCall ?? functionResponse) !== undefined && toTextOrEmpty(name) === '') {
            yield { message: `* GenerateContentRequest.${path}.name: Name cannot be empty.\n` };
          }
        }
      }
    },
  },
  {
    id: 'gemini/image-type',
    source: 'inferred',
    *find(_body, { contents }) {
      for (const { parts } of contents) {
        for (const { inlineData, fileData } of parts) {
          const { fileUri: address, mimeType: addressType } = toObject(fileData);
          if (address !== undefined && !/^(https?|gs):/.test(toTextOrEmpty(address)))
            yield { message: `Unsupported file URI type: ${toTextOrEmpty(address)}` };
          if (toTextOrEmpty(addressType).endsWith('/*'))
            yield { message: `Unsupported MIME type: ${toTextOrEmpty(addressType)}` };
          const type = toTextOrEmpty(toObject(inlineData)['mimeType']);
          if (inlineData !== undefined && !isBase64(toTextOrEmpty(toObject(inlineData)['data']))) {
            yield {
              message:
                "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed",
            };
          }
          if (!type.startsWith('image/') || IMAGE_TYPES.includes(type)) continue;
          yield { message: `Unsupported MIME type: ${type}` };
        }
      }
    },
  },
];

/** Rules for function calls and function responses. */
export const orderRules: readonly GeminiRule[] = [
  {
    id: 'gemini/call-order',
    source: 'reported many times; google-gemini/gemini-cli pull request 27170',
    *find(_body, { contents }) {
      for (const [at, { calls }] of contents.entries()) {
        const before = contents[at - 1];
        if (calls.length === 0 || (before && before.role !== 'model')) continue;
        yield {
          message:
            'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
        };
      }
    },
  },
  {
    id: 'gemini/response-order',
    source: 'reported many times; google-gemini/gemini-cli pull request 27170',
    *find(_body, { contents }) {
      for (const [at, { responses }] of contents.entries()) {
        if (responses.length === 0 || (contents[at - 1]?.calls.length ?? 0) > 0) continue;
        yield {
          message:
            'Please ensure that function response turn comes immediately after a function call turn.',
        };
      }
    },
  },
  {
    id: 'gemini/response-count',
    source: 'google-gemini/gemini-cli issues 3814, 16543 and 18509, 2025-07 to 2026-02',
    *find(_body, { contents }) {
      for (const [at, { calls }] of contents.entries()) {
        const answered = contents[at + 1]?.responses.length ?? 0;
        if (calls.length === 0 || answered === calls.length) continue;
        yield {
          message:
            'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        };
      }
    },
  },
  {
    id: 'gemini/response-id',
    source: 'docstrings of google-genai 3.6.1',
    *find(_body, { contents }) {
      for (const [at, { responses }] of contents.entries()) {
        const ids = (contents[at - 1]?.calls ?? []).map(
          (one) => toObject(one['functionCall'])['id'],
        );
        for (const { functionResponse } of responses) {
          const { id } = toObject(functionResponse);
          if (id === undefined || ids.includes(undefined) || ids.includes(id)) continue;
          yield { message: `Function response id ${JSON.stringify(id)} matches no function call.` };
        }
      }
    },
  },
];

/** Rules for thought signatures, by which Gemini recognizes its own reasoning. */
export const signatureRules: readonly GeminiRule[] = [
  {
    id: 'gemini/signature-missing',
    source: 'langgenius/dify-official-plugins issue 2088, 2025-11; rowboatlabs/rowboat issue 694',
    *find(_body, { contents, generation }) {
      for (const [at, { calls }] of contents.entries()) {
        const [first] = calls;
        if (generation < 3 || !first || first['thoughtSignature'] !== undefined) continue;
        const name = toTextOrEmpty(toObject(first['functionCall'])['name']);
        yield {
          message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`, position ${at + 1}.`,
        };
      }
    },
  },
  {
    id: 'gemini/signature',
    source: 'inferred from the strict check of missing signatures',
    *find(_body, { contents }) {
      for (const { parts } of contents) {
        for (const { thoughtSignature: signature } of parts) {
          if (signature === undefined || signature === SENTINEL) continue;
          if (!isSigned('google', signature, ''))
            yield { message: 'Thought signature is not valid' };
        }
      }
    },
  },
];
