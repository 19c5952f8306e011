import { toFields, type JsonObject, type JsonValue } from '#core';
import type { ReadJson, SseEvent } from '#protocols/http';
import { A2AError } from '../wire/a2a-error.ts';
import { getErrorCodes } from '../wire/error-codes.ts';
import { fieldsFromProtoJson, fromProtoJson } from '../wire/from-proto-json.ts';
import { sendParamsFromA2A03Rest } from '../wire/from-a2a-0-3.ts';
import { pushConfigFromA2A03Rest } from '../wire/push-config.ts';
import { FIELD_RULES } from '../wire/a2a-fields.ts';
import {
  toReportedError,
  type AgentRequest,
  type BindingOptions,
  readRequestBody,
} from './agent-request.ts';
import { getErrorHeaders, errorToRest } from './error-body.ts';
import { createEventStreamResponse } from './event-stream.ts';
import type { OperationResult } from './operation-context.ts';
import { resultToWire } from './result-to-wire.ts';
import type { RestRoute } from './rest-routes.ts';
import type { A2AVersion } from '../wire/rpc-methods.ts';

/** Answers a request to the REST binding (section 11). */
export async function answerRest(
  route: RestRoute,
  query: string,
  agentRequest: AgentRequest,
  options: BindingOptions,
): Promise<Response> {
  const { request } = agentRequest;
  const { version, operation } = route;
  try {
    requireVersion(route, agentRequest.readVersion());
    if (!operation) {
      throw new A2AError(
        'http-method-not-allowed',
        `the request method is not supported: use ${route.methods.join(' or ')}`,
      );
    }
    const params = await readRestParams({ ...route, operation }, query, request, options.readJson);
    const result = await options.perform(operation, params, agentRequest.createContext(version));
    return createRestResponse(result, version, options);
  } catch (thrown) {
    const error = toReportedError(thrown, options.onError);
    const isMethod = error.code === 'http-method-not-allowed';
    const allow = isMethod && { allow: route.methods.join(', ') };
    return new Response(JSON.stringify(errorToRest(error, version)), {
      status: getErrorCodes(error.code).http,
      headers: { ...HEADERS[version], ...getErrorHeaders(error), ...allow },
    });
  }
}

const HEADERS = {
  '1.0': { 'content-type': 'application/a2a+json' },
  '0.3': { 'content-type': 'application/json' },
} as const;

function requireVersion(route: RestRoute, requested: A2AVersion): void {
  if (requested === route.version) return;
  if (route.version === '1.0') {
    throw new A2AError(
      'version-not-supported',
      'this path is A2A 1.0: send the header A2A-Version: 1.0',
    );
  }
  throw new A2AError(
    'version-not-supported',
    'this path is A2A 0.3: omit the header A2A-Version, or remove /v1 from the path',
  );
}

async function readRestParams(
  { operation, version, taskId, configId }: RestRoute,
  query: string,
  request: Request,
  readJson: ReadJson,
): Promise<JsonValue> {
  if (operation === 'send' || operation === 'stream') {
    const body = fromProtoJson(await readRequestBody(request, readJson));
    return version === '0.3' ? sendParamsFromA2A03Rest(body) : body;
  }
  if (operation === 'push-set') {
    const given = await readRequestBody(request, readJson);
    const body = fieldsFromProtoJson(toFields(given, FIELD_RULES, 'the config').object);
    const config = version === '0.3' ? pushConfigFromA2A03Rest(body) : body;
    return { ...config, taskId: taskId ?? null };
  }
  if (operation === 'push-get' || operation === 'push-list' || operation === 'push-remove') {
    return { taskId: taskId ?? null, ...(configId !== undefined && { id: configId }) };
  }
  return {
    ...fieldsFromProtoJson(queryToParams(query)),
    ...(taskId !== undefined && { id: taskId }),
  };
}

/** Converts the query of a URL to the parameters of an operation (section 11.5). */
function queryToParams(query: string): JsonObject {
  if (query === '') return {};
  const params: Record<string, JsonValue> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    params[name] = BOOLEANS.has(name) && BOOLEAN.test(value) ? value === 'true' : value;
  }
  return params;
}

const BOOLEANS: ReadonlySet<string> = new Set(['includeArtifacts', 'include_artifacts']);
const BOOLEAN = /^(true|false)$/;

function createRestResponse(
  result: OperationResult,
  version: A2AVersion,
  { streams, onError }: BindingOptions,
): Response {
  const form = version === '1.0' ? '1.0' : '0.3 over REST';
  if (result.kind !== 'stream') {
    const caching = result.kind === 'card' && { 'cache-control': 'private, max-age=60' };
    const headers = { ...HEADERS[version], ...caching };
    return new Response(JSON.stringify(resultToWire(result, form)), { headers });
  }
  const encodeError = (thrown: unknown): SseEvent => {
    const error = errorToRest(toReportedError(thrown, onError), version);
    return { event: 'error', data: JSON.stringify(error) };
  };
  return createEventStreamResponse(result, { form, encodeError }, streams);
}
