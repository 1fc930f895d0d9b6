import { type AccessKeyContext, accessKeyMachine } from '#machines/access/access-key.machine.ts';
import { type InvitationsContext, invitationsMachine } from '#machines/access/invitations.machine.ts';
import type { Relation } from '#contract/campaign.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const invitation: Relation = {
  code: '0123456789ABCDEF',
  action: 'INVITE',
  limits: {},
  used: 2,
  properties: { campaignIds: [] },
};
const opened = { valid: true as const, campaigns: [], relation: invitation };

export const keyMachine = accessKeyMachine;
export const keyModel: Model<typeof accessKeyMachine> = {
  inputs: [{ key: null }, { key: 'link' }],
  events: [{ type: 'key.submitted', key: 'typed' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: {
    useKey: [
      { ok: { opened, leadId: 'lead' } },
      fault,
      refusal('INVALID_KEY'),
      refusal('EXPIRED_KEY'),
      refusal('KEY_LIMIT'),
      refusal('TOO_MANY_REQUESTS', { retryAfter: 60 }),
      refusal('UNAUTHENTICATED'),
      bug,
    ],
  },
  reduceContext: (given) => {
    const { key, opened: found, leadId, problem } = given as AccessKeyContext;
    return [key, found !== null, leadId, problem?.code];
  },
};

const refused = ['INVALID_KEY', 'EXPIRED_KEY', 'KEY_LIMIT', 'TOO_MANY_REQUESTS'];
/**
 * A key is used when it came or was typed, never by itself twice after a refusal; nothing is open without the
 * server.
 */
export const keyOracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const { key, opened: found, leadId, problem } = snapshot.context as AccessKeyContext;
  expectThat(
    calls.every(({ input }) => ['typed', 'link'].includes((input as { key: string }).key)),
    'only a key that somebody has is used',
  );
  const value = String(snapshot.value);
  expectThat((value === 'opened') === (found !== null), 'opened by the server’s word alone');
  expectThat(found === null || leadId === 'lead', 'the record that holds it is known');
  expectThat(
    snapshot.hasTag('busy') === (value === 'checking') &&
      snapshot.hasTag('refused') === (value === 'refused') &&
      snapshot.hasTag('offline') === (value === 'unanswered') &&
      snapshot.hasTag('failed') === (value === 'failed') &&
      snapshot.hasTag('editable') === ['idle', 'refused', 'unanswered', 'failed'].includes(value),
    `${value}: tags are what they say`,
  );
  const event = steps.at(-1);
  if (!event || !earlier)
    return expectThat(value === (key === 'link' ? 'checking' : 'idle'), 'a link is used');
  const { type } = event;
  const error = event['error'] as { name: string; code?: string } | undefined;
  const name = error?.code ?? error?.name ?? '';
  if (error)
    expectThat(
      value === (name === 'NetworkFault' ? 'unanswered' : refused.includes(name) ? 'refused' : 'failed') &&
        problem?.code === ({ NetworkFault: 'NETWORK', TypeError: 'FAILED' }[name] ?? name),
      `${name}: why, and a way on`,
    );
  const was = String(earlier.value);
  if (type === 'key.submitted' && was !== 'checking')
    expectThat(value === 'checking' && key === 'typed', 'what is typed is used');
  if (type === 'load.retried')
    expectThat(
      (value === 'checking') === ['checking', 'unanswered', 'failed'].includes(was),
      'again by hand',
    );
  if (type === 'network.restored')
    expectThat(
      (value === 'checking') === ['checking', 'unanswered'].includes(was),
      'by itself only where no answer came',
    );
};

export const invitesMachine = invitationsMachine;
export const invitesModel: Model<typeof invitationsMachine> = {
  inputs: [undefined],
  events: [{ type: 'load.retried' }, { type: 'network.restored' }, { type: 'page.shown' }],
  outcomes: { loadInvitations: [{ ok: [invitation] }, { ok: [] }, fault, refusal('UNAUTHENTICATED'), bug] },
  reduceContext: (given) => {
    const { invitations, problem, failures } = given as InvitationsContext;
    return [invitations.length, problem?.code, failures > 0];
  },
};
/** What was counted stays in sight, and what could not be asked is asked again. */
export const invitesOracle: Oracle = (snapshot, { steps, before: earlier }) => {
  const { invitations, problem } = snapshot.context as InvitationsContext;
  const value = String(snapshot.value);
  expectThat(
    snapshot.hasTag('busy') === (value === 'loading') &&
      snapshot.hasTag('empty') === (value === 'empty') &&
      snapshot.hasTag('refreshing') === (value === 'refreshing') &&
      snapshot.hasTag('offline') === (value === 'offline') &&
      snapshot.hasTag('failed') === (value === 'failed'),
    `${value}: tags are what they say`,
  );
  if (value === 'empty') expectThat(invitations.length === 0, 'nothing is there to be sent');
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const was = String(earlier.value);
  const name = (event['error'] as { name: string } | undefined)?.name;
  if (name && was === 'loading')
    expectThat(value === (name === 'NetworkFault' ? 'offline' : 'failed') && problem !== null, 'why is said');
  if (name && was === 'refreshing')
    expectThat(value === 'ready' && invitations.length === 1, 'what was counted stays in sight');
  if (event.type.startsWith('xstate.done.'))
    expectThat(value === ((event['output'] as unknown[]).length > 0 ? 'ready' : 'empty'), 'what there is');
  if (event.type === 'page.shown' && (was === 'ready' || was === 'empty'))
    expectThat(
      value === (was === 'ready' ? 'refreshing' : 'loading'),
      'whoever comes back sees the count anew',
    );
  if (
    event.type === 'load.retried' ||
    event.type === 'network.restored' ||
    event.type.startsWith('xstate.after')
  )
    expectThat(
      value === 'loading' || !(was === 'offline' || (was === 'failed' && event.type === 'load.retried')),
      'asked again',
    );
};
