/** What Trusted Types ask for (SEC-27). Not in the compiler's library yet. */
interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

/** The service worker, and those that read maps and codes and lay charts out. */
const WORKERS = /^\/(?:sw|(?:flows\/)?assets\/(?:maplibre-gl|decoder|elk)-worker[\w.-]+)\.m?js$/;
let policy: ScriptPolicy | undefined;

/**
 * The address of a worker, as a browser with Trusted Types wants it.
 * @returns a TrustedScriptURL, which `register` and `Worker` take in a string's place; elsewhere the string itself
 * @throws TypeError when it is no worker of ours
 */
export function trustedScript(url: string): string {
  const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined;
  if (!factory || !import.meta.env.PROD) return url;
  policy ??= factory.createPolicy('vitrine', {
    createScriptURL(asked) {
      if (!WORKERS.test(asked)) throw new TypeError(`${asked} is not ours`);
      return asked;
    },
  });
  return policy.createScriptURL(url) as string;
}
