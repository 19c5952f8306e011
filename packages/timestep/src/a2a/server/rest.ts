import type { JsonObject, JsonValue } from '../../core/index.ts';
import type { ReadJson } from '../../http/index.ts';
import { A2AError } from '../wire/a2a-error.ts';
import { fieldsFromProtoJson, fromProtoJson } from '../wire/from-proto-json.ts';
import { sendParamsFromRest03 } from '../wire/from-rest-0-3.ts';
import { pushConfigFromRest03 } from '../wire/push-config.ts';
import { asObject } from '../wire/read-fields.ts';
import { eventToRest03, taskToRest03 } from '../wire/to-rest-0-3.ts';
import type { WireEvent } from '../wire/wire.ts';
import { askingOf, refusal, type Asked, type BindingOptions } from './binding.ts';
import { headersOfError, httpStatusOf, restErrorOf } from './error-body.ts';
import { eventStream, type EventForm } from './event-stream.ts';
import type { Outcome } from './operation.ts';
import { pushAnswer } from './push-answer.ts';
import { readBody } from './read-body.ts';
import type { RestRoute } from './rest-routes.ts';
import type { Version } from './version.ts';

/** Answers a request to a path of the REST binding (section 11). */
export async function answerRest(
  route: RestRoute,
  query: string,
  asked: Asked,
  options: BindingOptions,
): Promise<Response> {
  const { request } = asked;
  const { version, operation } = route;
  try {
    requireVersion(route, asked.version());
    if (!route.methods.includes(request.method)) {
      throw new A2AError('http-method-not-allowed', `use ${route.methods.join(' or ')} here`);
    }
    const params = await paramsOf(route, query, request, options.readJson);
    const outcome = await options.perform(operation, params, askingOf(asked, version));
    return answer(outcome, version, options);
  } catch (thrown) {
    const error = refusal(thrown, options.onError);
    const isMethod = error.code === 'http-method-not-allowed';
    const allow = isMethod && { allow: route.methods.join(', ') };
    return new Response(JSON.stringify(restErrorOf(error, version)), {
      status: httpStatusOf(error),
      headers: { ...HEADERS[version], ...headersOfError(error), ...allow },
    });
  }
}

const HEADERS = {
  '1.0': { 'content-type': 'application/a2a+json' },
  '0.3': { 'content-type': 'application/json' },
} as const;

/** A card that depends on who asks must not be handed to other callers. */
const FOR_ONE_CALLER = 'private, max-age=60';

function requireVersion(route: RestRoute, asked: Version): void {
  if (asked === route.version) return;
  const say =
    route.version === '1.0'
      ? 'this path is A2A 1.0: send the header A2A-Version: 1.0'
      : 'this path is A2A 0.3: leave out the header A2A-Version, or drop /v1 from the path';
  throw new A2AError('version-not-supported', say);
}

async function paramsOf(
  { operation, version, taskId, configId }: RestRoute,
  query: string,
  request: Request,
  readJson: ReadJson,
): Promise<JsonValue> {
  if (operation === 'send' || operation === 'stream') {
    const body = fromProtoJson(await readBody(request, readJson));
    return version === '0.3' ? sendParamsFromRest03(body) : body;
  }
  if (operation === 'push-set') {
    const given = asObject(await readBody(request, readJson), 'the config');
    const body = fieldsFromProtoJson(given);
    const config = version === '0.3' ? pushConfigFromRest03(body) : body;
    return { ...config, taskId: taskId ?? null };
  }
  if (operation === 'push-get' || operation === 'push-list' || operation === 'push-remove') {
    return { taskId: taskId ?? null, ...(configId !== undefined && { id: configId }) };
  }
  return { ...fieldsFromProtoJson(paramsIn(query)), ...(taskId !== undefined && { id: taskId }) };
}

/** Query parameters as the JSON they stand for (section 11.5). */
function paramsIn(query: string): JsonObject {
  if (query === '') return {};
  const params: Record<string, JsonValue> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    params[name] = BOOLEANS.has(name) && BOOLEAN.test(value) ? value === 'true' : value;
  }
  return params;
}

const BOOLEANS: ReadonlySet<string> = new Set(['includeArtifacts', 'include_artifacts']);
const BOOLEAN = /^(true|false)$/;

function answer(
  outcome: Outcome,
  version: Version,
  { streams, onError }: BindingOptions,
): Response {
  if (outcome.kind !== 'stream') {
    const caching = outcome.kind === 'card' && { 'cache-control': FOR_ONE_CALLER };
    const headers = { ...HEADERS[version], ...caching };
    return new Response(JSON.stringify(bodyOf(outcome, version)), { headers });
  }
  const eventForm = version === '1.0' ? (event: WireEvent) => event : eventToRest03;
  const form: EventForm = {
    name: `REST ${version}`,
    encode: (event, isPast) => JSON.stringify(eventForm(event, isPast)),
    encodeError: (thrown) => ({
      event: 'error',
      data: JSON.stringify(restErrorOf(refusal(thrown, onError), version)),
    }),
  };
  return eventStream(outcome, form, streams);
}

function bodyOf(outcome: Exclude<Outcome, { kind: 'stream' }>, version: Version): unknown {
  switch (outcome.kind) {
    case 'sent':
      return { task: version === '1.0' ? outcome.task : taskToRest03(outcome.task) };
    case 'message': {
      const { message } = outcome;
      return version === '1.0' ? { message } : eventToRest03({ message });
    }
    case 'task':
      return version === '1.0' ? outcome.task : taskToRest03(outcome.task);
    case 'page':
      return outcome.page;
    case 'card':
      return outcome.card;
    case 'push-target':
    case 'push-targets':
    case 'push-removed':
      return pushAnswer(outcome, version === '1.0' ? '1.0' : '0.3 over REST');
  }
}
