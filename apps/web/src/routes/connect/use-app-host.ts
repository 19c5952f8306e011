import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PeerTool, ServerContent } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { readAppMessage, type AppMessage } from './app-message.ts';
import { getPeerApiPath } from './use-peer.ts';

/** A call whose result an app shows. */
export interface AppCall {
  readonly tool: PeerTool;
  readonly given: object;
  /** The result as the server sent it. */
  readonly result: object;
}

/** What an app asks, until the user decides. */
export type AppWish = Extract<AppMessage, { readonly kind: 'call' | 'open' }>;

const DENIED = -32_000;
const INITIAL_HEIGHT = 200;

/** How messages of an app are answered. */
interface AppHost {
  readonly peerId: string;
  readonly call: AppCall;
  readonly post: (message: object) => void;
  readonly setHeight: (height: number) => void;
  /** Shows the user what the app asks. False if the user has yet to decide about something else. */
  readonly ask: (wish: AppWish) => boolean;
}

/** Answers the messages of an app in a frame. Its calls and links wait for the user. */
export function useAppHost(
  frame: RefObject<HTMLIFrameElement | null>,
  peerId: string,
  call: AppCall,
) {
  const [height, setHeight] = useState(INITIAL_HEIGHT);
  const [wish, setWish] = useState<AppWish>();
  // Messages arrive outside of renders, so that a state could be that of an earlier message.
  const waiting = useRef<AppWish>(undefined);

  function post(message: object): void {
    // The frame has no origin that could be named: its policy takes it away.
    frame.current?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
  function setWaiting(next: AppWish | undefined): void {
    waiting.current = next;
    setWish(next);
  }
  function ask(next: AppWish): boolean {
    if (waiting.current) return false;
    setWaiting(next);
    return true;
  }
  function decide(isAllowed: boolean): void {
    const decided = waiting.current;
    setWaiting(undefined);
    if (!decided) return;
    if (!isAllowed) return post(createRefusal(decided.id, 'the user has denied it'));
    void grantWish(decided, peerId).then(post);
  }
  const host = useRef<AppHost>(undefined);
  useEffect(() => {
    host.current = { peerId, call, post, setHeight, ask };
  });
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow || !host.current) return;
      answerApp(readAppMessage(data), host.current);
    };
    globalThis.addEventListener('message', listen);
    return () => globalThis.removeEventListener('message', listen);
  }, [frame]);

  return {
    height,
    wish,
    decide,
    /** Tells the app that it is closed. */
    tearDown: () =>
      post({ id: 'teardown', method: 'ui/resource-teardown', params: { reason: 'closed' } }),
  };
}

function answerApp(message: AppMessage, host: AppHost): void {
  const { peerId, call, post, setHeight, ask } = host;
  switch (message.kind) {
    case 'proxy-ready':
      return post({ method: 'ui/notifications/sandbox-resource-ready', params: {} });
    case 'initialize':
      return post({ id: message.id, result: describeHost(call.tool) });
    case 'initialized':
      post({ method: 'ui/notifications/tool-input', params: { arguments: call.given } });
      return post({ method: 'ui/notifications/tool-result', params: call.result });
    case 'ping':
      return post({ id: message.id, result: {} });
    case 'display-mode':
      return post({ id: message.id, result: { mode: 'inline' } });
    case 'resize':
      return setHeight(message.height);
    case 'refused':
      return post(createRefusal(message.id, message.why, message.code));
    case 'read':
      return void readForApp(message.id, message.uri, peerId).then(post);
    case 'call':
    case 'open':
      if (ask(message)) return;
      return post(createRefusal(message.id, 'the user has yet to decide about a request'));
    case 'ignored':
  }
}

/** Does what the user has allowed, and returns the response to the app. */
async function grantWish(wish: AppWish, peerId: string): Promise<object> {
  if (wish.kind === 'open') {
    globalThis.open(wish.url, '_blank', 'noopener,noreferrer');
    return { id: wish.id, result: {} };
  }
  const body = { tool: wish.tool, arguments: wish.given, isByApp: true };
  return respond(wish.id, () =>
    sendJson<object>('POST', getPeerApiPath(peerId, '/app-call'), body),
  );
}

function readForApp(id: string | number, uri: string, peerId: string): Promise<object> {
  return respond(id, async () => {
    const path = getPeerApiPath(peerId, '/resource');
    return { contents: await sendJson<readonly ServerContent[]>('POST', path, { uri }) };
  });
}

async function respond(id: string | number, work: () => Promise<object>): Promise<object> {
  try {
    return { id, result: await work() };
  } catch (thrown) {
    return createRefusal(id, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function createRefusal(id: string | number, message: string, code = DENIED): object {
  return { id, error: { code, message } };
}

function describeHost(tool: PeerTool): object {
  const { name, description = '', parameters } = tool;
  const isDark = globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'timestep', version: '1' },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {} },
    hostContext: {
      toolInfo: { tool: { name, description, inputSchema: parameters } },
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
