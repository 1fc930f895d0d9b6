import { assign, sendTo, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { normaliseEmail } from '#domain/person/email.ts';
import { formatPhone, normalisePhone } from '#domain/person/phone.ts';
import { type NavigationContext, refused, taken } from '#machines/navigation/request.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { ask } from '#machines/navigation/place.ts';
import { type Failure, backOffAfter, isRefusedAs, port } from '#machines/port.ts';
import {
  type Channel,
  type CodeSent,
  type Wait,
  codeActors,
  codeGuards,
  untilResend,
  waitAfter,
  waitFrom,
} from './code.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationRequest, ScreenOf } from '#machines/navigation/screens.ts';
import type { NoticePosted, NoticeWithdrawn } from '#machines/notices.machine.ts';
import { toParent } from '#machines/notify.ts';
import type { SignInCompleted } from '#machines/session/setup.ts';
import type { Renewal, SessionTokens } from '#machines/session/token.machine.ts';

export interface LoginContext extends NavigationContext<ScreenOf<'login'>>, Wait {
  type: string;
  channel: Channel;
  ddi: string;
  isoCode: string;
  /** as typed */
  phone: string;
  email: string;
  /** where the newest code went; null after CODE_RESET */
  sentTo: string | null;
  sentAt: number;
  /** epoch ms of the shop's clock: when this one is void */
  expiresAt: number;
  verificationError: FlowProblem | null;
  failures: number;
  tokens: SessionTokens | null;
  signupGrant: string | null;
  user: User | null;
  account: Account | null;
}
/** What outlives the page: the contact, and the code that is on its way to it. */
export type LoginDraft = Pick<
  LoginContext,
  'channel' | 'ddi' | 'isoCode' | 'phone' | 'email' | 'sentTo' | 'sentAt' | 'resendAt' | 'expiresAt'
>;
export type LoginEvent =
  | NavigationRequest<ScreenOf<'login'>>
  | { type: 'contact.changed'; channel: Channel; value: string }
  | { type: 'code.requested' }
  /** a code sent a moment ago is at hand, though this page does not know of it */
  | { type: 'code.received' }
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'code.reset' }
  /** a long wait was left off */
  | { type: 'wait.ended' }
  /** told by the chart to itself when another code is on its way */
  | { type: 'code.sent' }
  | { type: 'activation.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
/** What it tells the app, for those whom it concerns. */
export type LoginNotification = NoticePosted | NoticeWithdrawn | SignInCompleted;
export interface LoginOutput {
  tokens: SessionTokens;
  user: User;
  account: Account | null;
  signupGrant: string | null;
}
export interface LoginInput {
  asked: NavigationRequest<ScreenOf<'login'>>;
  draft?: LoginDraft | null;
}
const LONGEST_BACK_OFF = 30_000;
/** The contact as the server knows it: E.164 or lower-case e-mail; null while it is none. */
export const usernameOf = ({
  channel,
  phone,
  email,
}: Pick<LoginContext, 'channel' | 'phone' | 'email'>): string | null =>
  channel === 'phone' ? normalisePhone(phone) : normaliseEmail(email);
const isRevoked = isRefusedAs('UNAUTHENTICATED', 'TOKEN_REVOKED');
/** The words of the login chart: its calls, guards, delays and actions. */
export const loginSetup = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
    output: {} as LoginOutput,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    ...codeActors,
    activate: port<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>('activate'),
  },
  guards: {
    hasContact: ({ context }) => usernameOf(context) !== null,
    lacksCode: ({ context }) => context.sentTo === null || context.sentTo !== usernameOf(context),
    ...codeGuards,
    knowsTime: ({ context }) => context.now > 0,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isExpired: isRefusedAs('EXPIRED_CODE'),
    isExhausted: isRefusedAs('TOO_MANY_ATTEMPTS'),
    isRevoked,
  },
  delays: {
    untilResend,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    take: assign(({ context }, request: NavigationRequest<ScreenOf<'login'>>) => {
      const given: { type?: string; channel?: string } = request.params;
      return {
        ...taken(context.asked, request),
        type: given.type ?? context.type,
        channel: given.channel === 'email' || given.channel === 'phone' ? given.channel : context.channel,
      };
    }),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    goTo: assign(({ context }, { screen }: { screen: 'login.request' | 'login.codeSent' }) => ({
      asked: ask(screen, { type: context.type, channel: context.channel }),
      refusal: null,
    })),
    keepContact: assign((_, { channel, value }: { channel: Channel; value: string }) => ({
      channel,
      [channel]: value,
      verificationError: null,
      refusal: null,
    })),
    noteSent: assign(({ context }, sent: CodeSent) => ({
      ...waitAfter(sent),
      sentTo: usernameOf(context),
      sentAt: sent.at,
      expiresAt: sent.at + sent.expiresIn * 1_000,
      verificationError: null,
    })),
    noteTime: assign(({ context }, { now: read }: { now: number }) => {
      const { problem, ...wait } = waitFrom(read, context.resendAt, context.verificationError);
      return { ...wait, verificationError: problem };
    }),
    forgetTime: assign({ now: 0 }),
    takeReceived: assign(({ context }) => ({ sentTo: usernameOf(context), verificationError: null, now: 0 })),
    noteError: assign(({ context }, { error }: Failure) => ({
      verificationError: problemOf(error),
      failures: context.failures + 1,
    })),
    resetCode: assign({ sentTo: null, verificationError: null }),
    keepTokens: assign((_, { tokens, signupGrant }: Renewal) => ({
      tokens,
      signupGrant,
      verificationError: null,
      refusal: null,
      failures: 0,
    })),
    loseTokens: assign({ tokens: null, signupGrant: null, sentTo: null }),
    keepPerson: assign((_, { user, account }: { user: User; account: Account | null }) => ({
      user,
      account,
      verificationError: null,
    })),
    /** In the tenant's own words: the keys of the document store and what fills them (§8). */
    notifySent: sendTo(toParent<LoginNotification>, ({ context: { channel, phone, email } }) => ({
      type: 'notice.posted' as const,
      topic: 'code',
      ...(channel === 'phone'
        ? { key: 'smsSent' as const, values: { phoneNumber: formatPhone(phone).replaceAll(' ', '\u00a0') } }
        : { key: 'emailSent' as const, values: { email } }),
    })),
    notifyCodeOver: sendTo(toParent<LoginNotification>, { type: 'notice.withdrawn', topic: 'code' }),
    notifyVerified: sendTo(toParent<LoginNotification>, ({ context }) => ({
      type: 'signin.completed' as const,
      tokens: proved(context),
      signupGrant: context.signupGrant,
    })),
    notifySignedIn: sendTo(toParent<LoginNotification>, ({ context }) => ({
      type: 'signin.completed' as const,
      tokens: proved(context),
      user: context.user,
      account: context.account,
      signupGrant: context.signupGrant,
    })),
  },
});

/** From `verified` on there are tokens; said once for the compiler. */
function proved({ tokens }: LoginContext): SessionTokens {
  if (tokens === null) throw new Error('a proved contact has tokens');
  return tokens;
}
