import type { Core } from '#server/platform/core.ts';
import { accessTokens } from './access-token.ts';
import { createAuthenticator } from './authenticator.ts';
import { sessionDevices } from './session-devices.ts';
import { sessionEnding } from './session-ending.ts';
import { sessionOpening } from './session-opening.ts';
import { sessionRenewal } from './session-renewal.ts';
import { sessionTokens } from './session-tokens.ts';

/** Sessions and their tokens. Source: RFC 6749 §6, RFC 9700 §4.14; D1, D9; SEC-06 to SEC-08. */
export function sessionService(core: Core) {
  const access = accessTokens(core);
  const { authenticator, forget } = createAuthenticator(core, access);
  const tokens = sessionTokens(core, access);
  return {
    ...sessionOpening(core, tokens),
    ...sessionRenewal(core, tokens, forget),
    ...sessionEnding(core, access, forget),
    ...sessionDevices(core, forget),
    forgetAll: () => forget(),
    authenticator,
  };
}
export type SessionService = ReturnType<typeof sessionService>;
