import type { JsonObject } from '#core';
import { isBase64, readImageFacts } from '../image-facts.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { isSigned } from '../signature.ts';
import type { AnthropicFacts, AnthropicRule } from './anthropic-facts.ts';
import { listAllBlocks } from './turns.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MOST_IMAGES = 100;
/** Number of images in a request above which the maximum size of an image is smaller. */
const MANY_IMAGES = 20;
const LONGEST_SIDE = 8000;
const LONGEST_SIDE_OF_MANY = 2000;
const MOST_CACHE_MARKS = 4;

/** Yields all objects of a request that can carry a cache point. */
function* listPossibleCachePoints(
  body: JsonObject,
  { turns }: AnthropicFacts,
): Generator<JsonObject> {
  yield* listItemsOrEmptyObjects(body['tools']);
  yield* listItemsOrEmptyObjects(body['system']);
  for (const { block } of listAllBlocks(turns)) yield block;
}

export const thinkingRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/signature',
    source: 'NousResearch/hermes-agent pull request 24107, 2026-07-01',
    *find(_body, { turns }) {
      for (const { block, type, path } of turns.flatMap(({ blocks }) => blocks)) {
        if (type === 'thinking') {
          if (isSigned('anthropic', block['signature'], toTextOrEmpty(block['thinking']))) continue;
          yield { message: `${path}: Invalid \`signature\` in \`thinking\` block` };
        }
        if (type === 'redacted_thinking' && !isSigned('anthropic', block['data'], '')) {
          yield { message: `${path}: Invalid \`data\` in \`redacted_thinking\` block` };
        }
      }
    },
  },
];

export const cacheRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/cache-marks',
    source: 'NousResearch/hermes-agent pull request 27170; agentjido/req_llm issue 503',
    *find(body, facts) {
      let count = body['cache_control'] === undefined ? 0 : 1;
      for (const one of listPossibleCachePoints(body, facts)) {
        if (one['cache_control'] == null) continue;
        count += 1;
        if (['thinking', 'redacted_thinking'].includes(toTextOrEmpty(one['type']))) {
          yield { message: 'thinking.cache_control: Extra inputs are not permitted' };
        }
        if (one['type'] === 'text' && one['text'] === '') {
          yield { message: 'cache_control cannot be set for empty text blocks' };
        }
      }
      if (count <= MOST_CACHE_MARKS) return;
      yield {
        message: `A maximum of ${MOST_CACHE_MARKS} blocks with cache_control may be provided. Found ${count}.`,
      };
    },
  },
];

export const imageRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/image-type',
    source: 'source of @ai-sdk/anthropic 4.0.105; that the bytes must match is inferred',
    *find(_body, { turns }) {
      for (const { block, type, path } of listAllBlocks(turns)) {
        const { type: door, media_type: given, data, url } = toObject(block['source']);
        if (door === 'url' && !/^https?:/.test(toTextOrEmpty(url)))
          yield { message: `${path}.${type}.source.url: Only HTTP(S) URLs are supported` };
        if (type !== 'image' || door !== 'base64') continue;
        if (!IMAGE_TYPES.includes(toTextOrEmpty(given))) {
          yield {
            message: `${path}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
          };
        }
        const facts = isBase64(toTextOrEmpty(data))
          ? readImageFacts(toTextOrEmpty(data))
          : undefined;
        if (!facts) yield { message: `${path}.image.source.base64: Could not process image` };
        else if (facts.mediaType !== given) {
          yield {
            message: `${path}.image.source.base64.data: The image was specified using the ${toTextOrEmpty(given)} media type, but the image appears to be a ${facts.mediaType} image`,
          };
        }
      }
    },
  },
  {
    id: 'anthropic/image-size',
    source: 'can1357/oh-my-pi pull request 10633, 2026-09; anthropics/claude-code issue 49537',
    *find(_body, { turns }) {
      const images = listAllBlocks(turns).filter(({ type }) => type === 'image');
      const isMany = images.length > MANY_IMAGES;
      const most = isMany ? LONGEST_SIDE_OF_MANY : LONGEST_SIDE;
      if (images.length > MOST_IMAGES) {
        yield { message: `messages: too many images: ${images.length} > ${MOST_IMAGES}` };
      }
      for (const { block, path } of images) {
        const facts = readImageFacts(toTextOrEmpty(toObject(block['source'])['data']));
        if (!facts || Math.max(facts.width, facts.height) <= most) continue;
        yield {
          message: `${path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size${isMany ? ' for many-image requests' : ''}: ${most} pixels`,
        };
      }
    },
  },
];
