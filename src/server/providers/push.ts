import webPush from 'web-push';

/** How long a browser maker's service may take, in ms. */
const TIMEOUT = 5_000;
/**
 * Services of the browsers that there are: Chrome and Edge on Android, Firefox, Safari, Edge on Windows.
 * Nothing else is ever called (SEC-30).
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether an address belongs to a service that we send to.
 * @param allowsLocal plain http on this machine too, for testers
 */
export function isPushService(endpoint: string, allowsLocal: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, username, password } = new URL(endpoint);
  // Written as it is read, so that nobody reads it otherwise.
  if (href !== endpoint || username !== '' || password !== '') return false;
  if (allowsLocal && protocol === 'http:' && LOOPBACK.has(hostname)) return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export interface Delivery {
  /** Seconds that the service keeps it for a browser that is away. */
  ttl: number;
  /**
   * A later one with the same name takes the place of one that was not fetched yet; up to 32 characters of
   * base64url.
   */
  topic: string | undefined;
}

/**
 * Seals for one browser and hands over to its maker's service. @returns the HTTP status
 * @param contact `mailto:` or https address where the service finds the sender (RFC 8292 §2.1)
 * @throws when nobody answers
 */
export async function sendPush(
  keys: { publicKey: string; privateKey: string },
  contact: string,
  { endpoint, p256dh, auth }: Subscription,
  payload: string,
  { ttl, topic }: Delivery,
): Promise<number> {
  const { headers, body, method } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: ttl,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
      ...(topic === undefined ? {} : { topic }),
    },
  );
  // Names and values of a request
  const { 'Content-Length': _counted, ...sent } = headers as Record<string, string>;
  const response = await fetch(endpoint, {
    method,
    headers: { ...sent },
    body: new Uint8Array(body ?? []),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  await response.body?.cancel();
  return response.status;
}
