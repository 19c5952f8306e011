import { useEffect, useRef, useState, type RefObject } from 'react';
import type { AppActions, AppCall } from './app-actions.ts';
import { readAppMessage, type AppMessage } from './app-message.ts';

type CallMessage = Extract<AppMessage, { readonly kind: 'call' }>;

/** A request of an MCP App that waits for the user's decision. */
export type AppRequest =
  | Extract<AppMessage, { readonly kind: 'open' }>
  | (CallMessage & {
      /** Why the user has to confirm the call. */
      readonly why?: string | undefined;
    });

const DENIED = -32_000;
const INITIAL_HEIGHT = 200;
/** Maximum number of calls of an app that run at the same time. */
const MOST_RUNNING = 4;
const UNDECIDED =
  'an earlier request of this app still waits for the decision of the user: try again after it';

/** What is needed to answer the messages of an MCP App. */
interface AppHost {
  readonly actions: AppActions;
  readonly call: AppCall;
  /** Number of running calls. */
  readonly running: { current: number };
  readonly postToApp: (message: object) => void;
  readonly setHeight: (height: number) => void;
  /** Called once the app listens to notifications. */
  readonly noteListening: () => void;
  /** Shows the user what the app asks. False if the user has yet to decide about something else. */
  readonly askUser: (request: AppRequest) => boolean;
}

/**
 * Answers the messages of an MCP App in a frame. Links that the app opens, and calls that need approval, wait
 * for the user.
 */
export function useAppHost(
  frame: RefObject<HTMLIFrameElement | null>,
  call: AppCall,
  actions: AppActions,
) {
  const [height, setHeight] = useState(INITIAL_HEIGHT);
  const [request, setRequest] = useState<AppRequest>();
  const [isListening, setListening] = useState(false);
  // A ref, because messages of the app arrive between renders, when a state could be outdated.
  const waiting = useRef<AppRequest>(undefined);
  const running = useRef(0);
  const host = useRef<AppHost>(undefined);

  function postToApp(message: object): void {
    // The target is `*`, because the sandboxed frame of an MCP App has no origin to name.
    frame.current?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
  function setPendingRequest(next: AppRequest | undefined): void {
    waiting.current = next;
    setRequest(next);
  }
  function askUser(next: AppRequest): boolean {
    if (waiting.current) return false;
    setPendingRequest(next);
    return true;
  }
  function decide(isAllowed: boolean): void {
    const decided = waiting.current;
    setPendingRequest(undefined);
    if (!decided) return;
    if (!isAllowed) return postToApp(createRpcRefusal(decided.id, 'the user has denied it'));
    if (host.current) performAllowedRequest(decided, host.current);
  }
  const noteListening = (): void => setListening(true);
  useEffect(() => {
    host.current = { actions, call, running, postToApp, setHeight, noteListening, askUser };
  });
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow || !host.current) return;
      answerAppMessage(readAppMessage(data), host.current);
    };
    globalThis.addEventListener('message', listen);
    return () => globalThis.removeEventListener('message', listen);
  }, [frame]);

  useCallNotices(host, isListening, call.result !== undefined || call.failure !== undefined);
  return {
    height,
    request,
    decide,
    /** Tells the app that it is closed. */
    tearDown: () =>
      postToApp({ id: 'teardown', method: 'ui/resource-teardown', params: { reason: 'closed' } }),
  };
}

/**
 * Sends an app the arguments of its call once it listens, and the result as soon as there is one. Each is
 * sent once, also if the same call arrives as another object.
 */
function useCallNotices(
  host: RefObject<AppHost | undefined>,
  isListening: boolean,
  hasEnded: boolean,
): void {
  useEffect(() => {
    if (isListening) host.current?.postToApp(createInputNotice(host.current.call));
  }, [host, isListening]);
  // The second effect runs after the first: the specification asks for the arguments before the result.
  useEffect(() => {
    if (isListening && hasEnded) host.current?.postToApp(createEndNotice(host.current.call));
  }, [host, isListening, hasEnded]);
}

function createInputNotice({ given }: AppCall): object {
  return { method: 'ui/notifications/tool-input', params: { arguments: given } };
}

function createEndNotice({ result, failure }: AppCall): object {
  return result
    ? { method: 'ui/notifications/tool-result', params: result }
    : { method: 'ui/notifications/tool-cancelled', params: { reason: failure } };
}

function answerAppMessage(message: AppMessage, host: AppHost): void {
  const { call, postToApp, setHeight, noteListening, askUser } = host;
  switch (message.kind) {
    case 'proxy-ready':
      return postToApp({ method: 'ui/notifications/sandbox-resource-ready', params: {} });
    case 'initialize':
      return postToApp({ id: message.id, result: buildAppHostInfo(call.tool) });
    case 'initialized':
      return noteListening();
    case 'ping':
      return postToApp({ id: message.id, result: {} });
    case 'display-mode':
      return postToApp({ id: message.id, result: { mode: 'inline' } });
    case 'resize':
      return setHeight(message.height);
    case 'refused':
      return postToApp(createRpcRefusal(message.id, message.why, message.code));
    case 'read':
      return void readResourceForApp(message.id, message.uri, host).then(postToApp);
    case 'call':
      return void callForApp(message, host, false);
    case 'open':
      return askUser(message) ? undefined : postToApp(createRpcRefusal(message.id, UNDECIDED));
    case 'ignored':
  }
}

/**
 * Carries out what an MCP App asked for and the user allowed (a tool call or opening a link), and responds to
 * the app.
 */
function performAllowedRequest(request: AppRequest, host: AppHost): void {
  if (request.kind === 'call') return void callForApp(request, host, true);
  globalThis.open(request.url, '_blank', 'noopener,noreferrer');
  host.postToApp({ id: request.id, result: {} });
}

/** Calls a tool for an app, and responds to the app, unless the user has to confirm the call first. */
async function callForApp(message: CallMessage, host: AppHost, isConfirmed: boolean) {
  const { actions, running, postToApp, askUser } = host;
  const { id, tool, given } = message;
  if (running.current >= MOST_RUNNING) {
    return postToApp(
      createRpcRefusal(
        id,
        `${MOST_RUNNING} calls from the app are still running: wait for their results`,
      ),
    );
  }
  running.current += 1;
  try {
    const outcome = await actions.callTool(tool, given, isConfirmed);
    if (outcome.kind === 'done') return postToApp({ id, result: outcome.result });
    if (outcome.kind === 'denied') return postToApp(createRpcRefusal(id, outcome.why));
    if (!askUser({ ...message, why: outcome.why })) postToApp(createRpcRefusal(id, UNDECIDED));
  } catch (thrown) {
    postToApp(createRpcRefusal(id, getErrorMessage(thrown)));
  } finally {
    running.current -= 1;
  }
}

async function readResourceForApp(
  id: string | number,
  uri: string,
  { actions }: AppHost,
): Promise<object> {
  try {
    return { id, result: { contents: await actions.readResource(uri) } };
  } catch (thrown) {
    return createRpcRefusal(id, getErrorMessage(thrown));
  }
}

function getErrorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function createRpcRefusal(id: string | number, message: string, code = DENIED): object {
  return { id, error: { code, message } };
}

function buildAppHostInfo({ name, description = '', parameters }: AppCall['tool']): object {
  const isDark = globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
  const inputSchema = parameters ?? { type: 'object' };
  return {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'timestep', version: '1' },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {} },
    hostContext: {
      toolInfo: { tool: { name, description, inputSchema } },
      theme: isDark ? 'dark' : 'light',
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { maxHeight: 800 },
      locale: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      platform: 'web',
    },
  };
}
