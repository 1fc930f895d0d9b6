import type { Cents } from '#contract/money.ts';
import { bigint, boolean, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The tenant's slug: first column of every primary key, unique rule and index of a tenant's table, but for
 * the indexes of due work, which begin with its time.
 */
export const tenantId = () => text('tenant_id').notNull();

/**
 * An instant in UTC with milliseconds. Always written from `clock.now()`; SQL never asks the database for the
 * time.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Whole centavos. */
export const centavos = (name: string) => bigint(name, { mode: 'number' }).$type<Cents>();

/** A counter that grows with each write; a writer that names an old one is refused. */
export const version = () => bigint('version', { mode: 'number' }).notNull().default(1);

export const id = (name = 'id') => uuid(name);
export const flag = (name: string) => boolean(name).notNull().default(false);

/** A JSON object that the contract has validated before it is written. */
export const json = <T = Record<string, unknown>>(name: string) => jsonb(name).$type<T>();
