import { describe, expect, it } from 'vitest';
import { listAccountCampaigns, listHubs } from '#contract/campaign.ts';
import { createAccount } from '#contract/people/account.ts';
import { getLead } from '#contract/people/lead.ts';
import { login } from '#contract/people/session.ts';
import { listOrders, placeOrder } from '#contract/order/order-calls.ts';
import { listDocuments } from '#contract/document.ts';
import { refusalsOf } from '#contract/refusals.ts';

describe('the refusals of a call', () => {
  it('follow from who calls and from what is sent, besides its own', () => {
    expect(refusalsOf(listOrders)).toEqual([
      'UNAUTHENTICATED',
      'TOKEN_EXPIRED',
      'TOKEN_REVOKED',
      'NOT_FOUND',
    ]);
    expect(refusalsOf(listAccountCampaigns)).toEqual([
      'MALFORMED',
      'UNAUTHENTICATED',
      'TOKEN_EXPIRED',
      'TOKEN_REVOKED',
    ]);
    expect(refusalsOf(getLead)).toEqual(['MALFORMED', 'NOT_FOUND']);
    expect(refusalsOf(createAccount)).toEqual(
      expect.arrayContaining(['TOO_LARGE', 'SIGNUP_GRANT', 'ANSWERED']),
    );
    expect(refusalsOf(login)).toEqual(expect.arrayContaining(['INVALID_CODE', 'PROOF_OF_WORK']));
    expect(refusalsOf(placeOrder)).toEqual(
      expect.arrayContaining(['TOKEN_EXPIRED', 'LOCK_LOST', 'TOO_LARGE']),
    );
  });

  it('are those of a bearer where a company’s store asks a public call for one', () => {
    expect(refusalsOf(listHubs)).toContain('TOKEN_REVOKED');
    expect(refusalsOf(listDocuments)).not.toContain('UNAUTHENTICATED');
  });
});
