import type { Browser } from './browser.ts';

/** A page in a browser, with its errors and requests. */
export interface Page {
  /** Errors, warnings and violations of its policy. */
  readonly complaints: readonly string[];
  /** Requested addresses, except its own file. */
  readonly requests: readonly string[];
  /** Evaluates an expression and waits for a promise. */
  read<Value>(expression: string): Promise<Value>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Presses a key by its name, such as `Enter`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks in the middle of an element, as a user would. */
  click(selector: string): Promise<void>;
  /** Evaluates an expression with the layout for printing. */
  printed<Value>(expression: string): Promise<Value>;
}

export async function openPage(browser: Browser, address: string): Promise<Page> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(attached['sessionId']);
  const send = (method: string, params: Readonly<Record<string, unknown>> = {}) =>
    browser.send(method, params, session);
  const complaints: string[] = [];
  const requests: string[] = [];
  browser.listen(session, (method, params) => {
    if (method === 'Runtime.exceptionThrown' || method === 'Runtime.consoleAPICalled') {
      complaints.push(JSON.stringify(params));
    }
    if (method === 'Log.entryAdded') complaints.push(JSON.stringify(params['entry']));
    if (method === 'Network.requestWillBeSent') {
      const { url } = params['request'] as { readonly url: string };
      if (url !== address.split('#')[0]) requests.push(url);
    }
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  await send('Page.bringToFront');
  await send('Page.navigate', { url: address });

  const page: Page = {
    complaints,
    requests,
    async read<Value>(expression: string) {
      const answer = await send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (answer['exceptionDetails']) throw new Error(JSON.stringify(answer['exceptionDetails']));
      return (answer['result'] as { readonly value: Value }).value;
    },
    async until(expression) {
      await page.read(`new Promise((resolve) => {
        const look = () => (${expression}) ? resolve(true) : setTimeout(look, 5);
        look();
      })`);
    },
    async press(key) {
      const [code, text] = KEYS[key] ?? [key.toUpperCase().charCodeAt(0), key];
      const event = { key, windowsVirtualKeyCode: code, text };
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async type(text) {
      await send('Input.insertText', { text });
    },
    async click(selector) {
      const [x, y] = await page.read<[number, number]>(`(async () => {
        const found = document.querySelector(${JSON.stringify(selector)});
        found.scrollIntoView({ block: 'center' });
        // What comes into sight is laid out then, and may move what was measured before.
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()`);
      for (const type of ['mousePressed', 'mouseReleased']) {
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      }
    },
    async printed<Value>(expression: string) {
      await send('Emulation.setEmulatedMedia', { media: 'print' });
      return page.read<Value>(expression);
    },
  };
  await page.until(`document.readyState === 'complete'`);
  return page;
}

/** Keys that write no text, or a text other than their name. */
const KEYS: Readonly<Record<string, readonly [code: number, text: string]>> = {
  Enter: [13, '\r'],
  Escape: [27, ''],
  Tab: [9, ''],
  ArrowLeft: [37, ''],
  ArrowUp: [38, ''],
  ArrowRight: [39, ''],
  ArrowDown: [40, ''],
};
