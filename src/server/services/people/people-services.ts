import type { Core } from '#server/platform/core.ts';
import { accessService } from './access.ts';
import { accountService } from './account/account.ts';
import { alertService } from './alert/alert.ts';
import { codeService } from './code/code.ts';
import { consentService } from './consent.ts';
import { contactService } from './contact.ts';
import { holderReader } from './holder.ts';
import { leadService } from './lead.ts';
import { messageService } from './message.ts';
import { newsService } from './news.ts';
import { photoService } from './photo.ts';
import { pushService } from './push.ts';
import { relationService } from './relation.ts';
import { rosterService } from './roster/roster.ts';
import { sessionService } from './session/session.ts';
import { ssoService } from './sso.ts';

/**
 * Who somebody is, how they are reached and what they allowed. Erasure comes last of all: it ends orders too.
 */
export function peopleServices(core: Core) {
  const session = sessionService(core);
  const code = codeService(core);
  const push = pushService(core);
  return {
    authenticator: session.authenticator,
    session,
    code,
    push,
    message: messageService(core, { push }),
    access: accessService(core),
    account: accountService(core),
    alert: alertService(core),
    consent: consentService(core),
    contact: contactService(core, { code, session }),
    holder: holderReader(core),
    lead: leadService(core),
    news: newsService(core),
    photo: photoService(core),
    relation: relationService(core),
    roster: rosterService(core, { code }),
    sso: ssoService(core, { session }),
  };
}
