import type { Core } from '#server/platform/core.ts';
import type { CodeService } from '#server/services/people/code.ts';
import { staffService } from './staff.ts';
import { staffFactors } from './staff-factor.ts';
import { staffLogin } from './staff-login.ts';
import { staffSessions } from './staff-session.ts';

/** The operator's side: who works here, and what they do with orders and money. */
export function opsServices(core: Core, { code }: { code: CodeService }) {
  const factors = staffFactors(core);
  const sessions = staffSessions(core);
  return {
    staffFactors: factors,
    staffSession: sessions,
    staffLogin: staffLogin(core, { code, factors, sessions }),
    staff: staffService(core, { factors, sessions }),
  };
}
