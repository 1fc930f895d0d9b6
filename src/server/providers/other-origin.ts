/**
 * This machine under its other name: a browser takes `localhost` and `127.0.0.1` for two origins, so that no page
 * of the shop reads what is typed into the acquirer's, and their cookies are not each other's. A shop that is
 * reached by a name of its own has no other one.
 * @param host of the request, with its port
 */
export function otherOrigin(host: string): string | null {
  const [, name = '', port = ''] = /^([^:]+)(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  if (name === '127.0.0.1') return `http://localhost${port}`;
  return name === 'localhost' || name.endsWith('.localhost') ? `http://127.0.0.1${port}` : null;
}

/** Who may show the field that is served at `host`: the shop under its other names, for the policy of its page. */
export function shopOrigins(host: string): string {
  const [, name = '', port = ''] = /^([^:]+)(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  return name === '127.0.0.1'
    ? `http://localhost${port} http://*.localhost${port}`
    : `http://127.0.0.1${port}`;
}
