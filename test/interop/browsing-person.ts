/** A user with a browser: follows redirects, stores cookies, and submits forms unchanged. */
export async function browse(address: string): Promise<Response> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let init: RequestInit = {};
  for (let steps = 0; steps < 20; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url);
      init = {};
      continue;
    }
    const form = formIn(await response.clone().text(), url);
    if (!form) return response;
    url = form.action;
    init = { method: 'POST', body: form.fields };
  }
  throw new Error(`${address} leads round in circles`);
}

/** Returns the form of a page with its hidden fields, if it only requests a confirmation. */
function formIn(
  html: string,
  base: URL,
): { readonly action: URL; readonly fields: URLSearchParams } | undefined {
  const action = /<form[^>]+action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]+)"/.exec(input)?.[1];
    if (name !== undefined) fields.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return { action: new URL(action, base), fields };
}
