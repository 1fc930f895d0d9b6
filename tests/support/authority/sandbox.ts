import { type Rows, everybody } from './row.ts';

/** Registered in the sandbox only, for whoever tests (code-limits.test.ts has them absent elsewhere). */
export const sandboxRows: Rows = {
  listMessages: { path: () => '/sandbox/messages', ...everybody(200) },
  payPix: { path: () => '/sandbox/pix/0000000000000000/pay', ...everybody('NOT_FOUND') },
  advanceOrder: {
    path: () => '/sandbox/orders/0000000000000000/events',
    body: () => ({ type: 'order.canceled' }),
    ...everybody('NOT_FOUND'),
  },
  tokeniseCard: {
    path: () => '/sandbox/acquirer/tokens',
    body: () => ({ number: '4242424242424242', holder: 'A', expMonth: 1, expYear: 2030, cvv: '123' }),
    ...everybody(201),
  },
  readCharge: {
    path: () => '/sandbox/acquirer/charges',
    body: () => ({ clientSecret: 'x'.repeat(40) }),
    ...everybody('NOT_FOUND'),
  },
  confirmCard: {
    path: () => '/sandbox/acquirer/confirm',
    body: () => ({ clientSecret: 'x'.repeat(40), cvv: '123' }),
    ...everybody('NOT_FOUND'),
  },
  answerChallenge: {
    path: () => '/sandbox/acquirer/challenge',
    body: () => ({ clientSecret: 'x'.repeat(40), passed: true }),
    ...everybody('NOT_FOUND'),
  },
  judgeReview: {
    path: () => '/sandbox/acquirer/reviews/0000000000000000',
    body: () => ({ approved: true }),
    ...everybody('NOT_FOUND'),
  },
  readShopClock: { path: () => '/sandbox/clock', ...everybody(200) },
  setClock: { path: () => '/sandbox/clock', body: () => ({ offsetSeconds: 0 }), ...everybody(200) },
  resetSandbox: { path: () => '', ...everybody(204) },
  becomeStaff: { path: () => '/sandbox/staff/VIEWER', ...everybody(200) },
  // Not asked there: it goes on behind its answer.
  fillBoard: { path: () => '', ...everybody(202) },
  readStaffCode: { path: () => '/sandbox/staff/VIEWER/code', ...everybody(200) },
  findTickets: { path: () => '/sandbox/tickets?code=0000000000', ...everybody(200) },
  makeKey: { path: () => '/sandbox/keys', ...everybody('NOT_FOUND') },
  becomePersona: { path: () => '/sandbox/personas/visitor', ...everybody(200) },
};
