import type { ReasonCode } from './refusal.ts';

/** The refusals that no other screen is about: WhatNow says them (D76, D88). */
export const whatNowReasons: readonly ReasonCode[] = ['subject.unknown'];
/** Whether it is one of them; an address may say anything. */
export const endsHere = (reason: string | undefined): reason is ReasonCode =>
  whatNowReasons.some((code) => code === reason);
