import { campaignId, person } from '../buyers.ts';
import { type Rows, buyers, everybody, owners, signedIn } from './row.ts';
import type { Things } from './things.ts';

let numbers = 0;
const nextNumber = () => ++numbers;

/** Codes, sessions, accounts, consents, notices, visitors. */
export const peopleRows = (things: Things): Rows => ({
  sendSmsCode: {
    path: () => '/api/users/authenticate/sms',
    body: () => ({
      phone: `+55119${String(10_000_000 + Math.floor(things.server.core.clock.now() % 1e6) * 10 + nextNumber())}`,
    }),
    ...everybody(201),
  },
  sendEmailCode: {
    path: () => '/api/users/authenticate/email',
    body: () => ({ email: `m${nextNumber()}@exemplo.com` }),
    ...everybody(201),
  },
  sendIntranetCode: {
    path: () => '/api/users/authenticate/intranet',
    body: () => ({ identification: `T-${nextNumber()}` }),
    ...everybody('NOT_FOUND'),
  },
  createUser: {
    path: () => '/api/users',
    body: () => ({ email: `w${nextNumber()}@exemplo.com` }),
    ...everybody('NOT_FOUND'),
  },
  login: {
    path: () => '/auth/login',
    body: () => ({ username: things.owner.phone, password: '000000' }),
    ...everybody('EXPIRED_CODE'),
  },
  lookAtLink: {
    path: () => '/auth/link/contact',
    body: () => ({ token: 'A'.repeat(43) }),
    ...everybody('INVALID_CODE'),
  },
  loginByLink: {
    path: () => '/auth/link',
    body: () => ({ token: 'A'.repeat(43) }),
    ...everybody('INVALID_CODE'),
  },
  renew: {
    path: () => '/auth/renew',
    body: () => ({ refreshToken: 'stolen' }),
    ...everybody('TOKEN_REVOKED'),
  },
  logout: { path: () => '/auth/logout', ...everybody(204) },
  activateUser: { path: () => '/api/users/activate', ...signedIn(200) },
  currentUser: { path: () => '/api/users', ...signedIn(200) },
  getAccount: { path: () => '/api/accounts/client', ...signedIn(200) },
  updateAccount: { path: () => '/api/accounts/client', body: () => person, ...signedIn(200) },
  createAccount: {
    path: () => `/api/accounts/client/user/${things.owner.userId}`,
    body: () => person,
    ...everybody('SIGNUP_GRANT'),
  },
  verifyLogin: {
    path: () => '/api/users/verification/login',
    body: () => ({ key: 'EMAIL', value: `v${nextNumber()}@exemplo.com` }),
    ...signedIn(200),
  },
  updateLogin: {
    path: () => '/api/users/update/login',
    body: () => ({ key: 'EMAIL', value: `u${nextNumber()}@exemplo.com`, code: '123456' }),
    ...signedIn('EXPIRED_CODE'),
  },
  exportAccount: { path: () => '/api/accounts/client/export', ...signedIn(200) },
  // Not asked here: it ends whoever asks. tests/server/people/erasure.test.ts has its own rows.
  deleteAccount: { path: () => '', ...everybody(204) },
  readSessions: { path: () => '/api/users/sessions', ...signedIn(200) },
  endSession: {
    path: () => `/api/users/sessions/${things.session}`,
    ...owners(200),
    lead: 'UNAUTHENTICATED',
  },
  endOtherSessions: { path: () => '/api/users/sessions', ...signedIn(200) },
  listConsents: { path: () => '/api/users/consents', ...buyers(200) },
  setConsent: {
    path: () => '/api/users/consents',
    body: () => ({ purpose: 'push', granted: true, version: '1' }),
    ...buyers(200),
  },
  pushKey: { path: () => '/api/push/key', ...everybody(200) },
  // No test of this matrix has keys for push: tests/server/people/push.test.ts has them.
  subscribePush: {
    path: () => '/api/users/push',
    body: () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    }),
    ...buyers('NOT_FOUND'),
  },
  unsubscribePush: {
    path: () => '/api/users/push',
    body: () => ({ endpoint: 'https://fcm.googleapis.com/x' }),
    ...buyers(204),
  },
  listNews: { path: () => '/api/users/messages', ...buyers(200) },
  readNews: { path: () => `/api/users/messages/${things.news}/read`, ...owners(200) },
  askAlert: {
    path: () => `/api/operation/campaigns/${campaignId('depois')}/alerts`,
    body: () => ({ when: 'OPENS', channel: 'EMAIL', contact: `a${nextNumber()}@exemplo.com` }),
    ...buyers(200),
  },
  listAlerts: { path: () => `/api/operation/campaigns/${campaignId('depois')}/alerts`, ...buyers(200) },
  stopAlert: {
    path: () => `/api/operation/campaigns/${campaignId()}/alerts/${things.alert}`,
    ...owners(204),
  },
  measure: {
    path: () => '/api/measurement/events',
    body: () => ({ events: [{ name: 'signIn', method: 'SMS' }] }),
    ...buyers('CONSENT'),
  },
  openTicket: {
    path: () => '/api/tickets',
    body: () => ({ steps: [], running: [{ actor: 0, chart: 'app', active: ['home'] }] }),
    ...everybody(201),
  },
  listSsoProviders: { path: () => '/api/sso/marketplace/providers', ...everybody(200) },
  ssoLogin: {
    path: () => '/auth/sso/acme',
    body: () => ({
      redirectUri: 'http://feira.localhost/sso/callback',
      code: 'x',
      codeVerifier: 'v'.repeat(64),
      state: 'x',
    }),
    ...everybody('SSO_FAILED'),
  },
  createLead: { path: () => '/api/users/leads', body: () => ({}), ...everybody(201) },
  // A visitor's record is for its secret alone; a bearer opens none.
  updateLead: {
    path: () => '/api/users/leads',
    body: () => ({ name: 'X' }),
    ...everybody('NOT_FOUND'),
    lead: 200,
  },
  getLead: { path: () => `/api/users/leads/${things.lead.leadId}`, ...everybody('NOT_FOUND'), lead: 200 },
});
