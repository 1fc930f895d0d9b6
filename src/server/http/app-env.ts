import type { Context, Hono } from 'hono';
import type { Logger } from '#server/platform/log.ts';
import type { Principal, Staff } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

/** What every request carries. */
export interface AppEnv {
  Variables: {
    requestId: string;
    log: Logger;
    tenant: TenantRecord;
    /** Address of the caller, behind the trusted proxies. */
    ip: string;
    /** `own`: a page of this very origin. `none`: a program. A foreign origin never gets this far. */
    origin: 'own' | 'none';
    /** Over https. */
    secure: boolean;
    /**
     * A browser that treats this origin as trustworthy: https, or plain http on loopback. Decides the
     * cookie's name.
     */
    trustworthy: boolean;
    principal?: Principal;
    /** Who calls on the operator's side. */
    staff?: Staff;
    /** The body's bytes as they came: signatures are over these. */
    rawBody?: Uint8Array;
    /** The call of the contract, as it is written there; unset for pages and files. */
    route?: string;
    /** Problem code of a refusal, for the log. */
    outcome?: string;
    /** What the response cache may do with the answer. */
    cacheable?: { seconds: number; forAll: boolean } | undefined;
    /** A nonce for the scripts that the server itself writes into a page. */
    nonce?: string;
  };
}

export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;
