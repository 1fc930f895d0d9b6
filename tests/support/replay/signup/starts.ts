import type { Form } from '#contract/place.ts';
import { ask } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import type { SignupDraft, SignupInput, SignupStep } from '#machines/signup/setup.ts';
import { field } from '#tests/domain/forms.ts';
import { uuid } from '#tests/support/samples.ts';
import { pass } from '../means.ts';
import type { Start } from '../tours.ts';
import { type World, signIn } from './world.ts';

const STORES = { client: '127.0.0.1', clube: 'clube.localhost' } as const;
/** Where a sign-up begins: whose, in which store, and with which answers from before. */
export interface Begun extends Start {
  store: keyof typeof STORES;
  input: SignupInput;
  /** what they proved; nothing: nobody in particular */
  by: 'the phone' | 'both contacts' | 'the phone, long ago' | null;
}

const texts = [
  { id: 'terms', version: '1' },
  { id: 'privacy', version: '2' },
] as const;
const nothing: SignupDraft = {
  userId: '',
  accepted: [],
  name: null,
  identification: null,
  typed: {},
  attrs: {},
  address: null,
  locked: [],
};
const agreed = { ...nothing, accepted: [...texts] };
const named = { ...agreed, name: 'Maria Silva' };
const answered = { ...named, identification: '52998224725' };
const whole: SignupDraft = {
  ...answered,
  second: 'maria@exemplo.com',
  address: {
    postalCode: '01310-100',
    address: 'Avenida Paulista',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    administrativeArea: 'SP',
    streetNumber: '482',
    hasNumber: true,
  },
};
/** Closed while its street was looked up. */
const placed = { ...answered, address: { postalCode: '01310-100' } };

/** What the company's store asks beside the usual: the sector. */
const personalForm: Form = {
  fields: [field('department', 'Setor')],
  submit: { text: 'Continuar', waitingText: 'Preencher dados' },
};

function begin(
  path: string,
  asked: NavigationRequest<SignupStep>,
  draft: SignupDraft | null,
  by: Begun['by'] = 'the phone',
  store: Begun['store'] = 'client',
): Begun {
  const phone = by === null ? {} : { phone: '+5511987654321' };
  return {
    path,
    store,
    by,
    input: {
      asked,
      userId: by === null ? '' : uuid(3),
      signupGrant: by === null || by === 'the phone, long ago' ? null : 'grant',
      leadId: uuid(7),
      contact: by === 'both contacts' ? { ...phone, email: 'maria@exemplo.com' } : phone,
      draft,
      ...(store === 'clube' ? { personalForm } : {}),
    },
  };
}
const second = (screen: 'verification' | 'activation', channel: 'phone' | 'email' = 'email') =>
  [`/signup/${channel}/${screen}`, ask(`signup.${screen}`, { channel })] as const;
const place = ['/signup/postalcode', ask('signup.postalCode', {})] as const;
const account = ['/signup', ask('signup.account', {})] as const;

/** First those that lead on; of the others an address alone brings the last transitions. */
export const starts: Begun[] = [
  begin(...account, whole),
  begin(...account, null),
  begin(...place, placed),
  begin(...place, whole, 'the phone, long ago'),
  begin(...account, null, null, 'clube'),
  begin('/signup/identification', ask('signup.identification', {}), agreed),
  begin(...second('verification'), agreed),
  begin(...second('verification'), named),
  begin(...second('verification', 'phone'), answered),
  begin(...second('activation'), null),
  begin(...second('activation'), agreed),
  begin(...second('activation'), named),
  begin(...second('activation', 'phone'), answered),
  begin(...place, agreed),
  begin(...place, named),
  begin(...second('verification'), answered, 'both contacts'),
  begin(...second('activation'), answered, 'both contacts'),
  begin(...second('verification'), answered, null, 'clube'),
  begin(...second('activation'), answered, null, 'clube'),
  begin(...place, answered, null, 'clube'),
];

export const originOf = ({ url }: World['shop'], { store }: Begun): string =>
  url.replace('127.0.0.1', STORES[store]);

/** A browser as it is before: whoever signed in is known, and what they answered is kept. */
export async function prepare(world: World, { by, store, input: { draft } }: Begun): Promise<void> {
  const { page, person, sent } = world;
  const own = draft && {
    ...draft,
    ...(draft.identification ? { identification: person.cpf } : {}),
    ...(draft.second ? { second: person.email } : {}),
  };
  if (by !== null && Object.keys(sent).length === 0) await signIn(world, by === 'both contacts');
  if (by === 'the phone, long ago') await pass(world, 1_801);
  await page.goto('/sandbox');
  await page.evaluate(
    ([prefix, hint, kept]) => {
      if (hint) localStorage.setItem(`${prefix}hint`, 'true');
      if (kept) localStorage.setItem(`${prefix}signup`, kept);
      else localStorage.removeItem(`${prefix}signup`);
    },
    [`vitrine:${store}:`, by !== null, own ? JSON.stringify({ version: 1, ...own }) : ''] as const,
  );
}
