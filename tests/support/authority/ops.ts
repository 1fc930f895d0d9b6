import { endpointsOf } from '#server/http/serve.ts';
import { uuid } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';
import { type Rows, everybody } from './row.ts';

/** The operator's side, of which nobody of the shop is; its own people: tests/server/staff/ops-roles.test.ts. */
export const opsRows = (server: TestServer): Rows => ({
  ...Object.fromEntries(
    endpointsOf(server.app)
      .filter(({ audience }) => audience === 'staff')
      .map(({ name, path }) => [
        name,
        { path: () => path.replace(/\{\w+\}/g, uuid()), ...everybody('UNAUTHENTICATED') },
      ]),
  ),
  sendStaffCode: {
    path: () => '/api/ops/auth/code',
    body: () => ({ contact: 'ninguem@loja.example' }),
    ...everybody('TOO_MANY_CODES'),
    anonymous: 201,
  },
  staffLogin: {
    path: () => '/api/ops/auth/login',
    body: () => ({ contact: 'alguem@loja.example', code: '000000' }),
    ...everybody('EXPIRED_CODE'),
  },
  staffSecond: {
    path: () => '/api/ops/auth/second',
    body: () => ({ challenge: 'x'.repeat(40), code: '000000' }),
    ...everybody('EXPIRED_CODE'),
  },
  staffRenew: { path: () => '/api/ops/auth/renew', ...everybody('UNAUTHENTICATED') },
  staffLogout: { path: () => '/api/ops/auth/logout', ...everybody(204) },
});
