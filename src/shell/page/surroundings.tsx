import { useEffect, useState } from 'react';
import { Announcer } from './announcer.tsx';
import { later } from '#components/layout/later.tsx';
import { SUPPORT_DELAY } from '#domain/constants.ts';
import { Foot } from './foot.ts';
import { Notices } from './notices.tsx';
import { PushOpened } from './push-opened.ts';
import { countVisit } from '#client/install/kept.ts';
import { useShell } from '#client/context.ts';
import { useAppState, useTenant } from '#client/hooks.ts';
import { usePlace } from '#client/links.ts';
import { ScreenEffects } from './screen-effects.ts';

/** It comes ten seconds after the page. Nobody waits for it, so its code comes after half of them. */
const HALF = SUPPORT_DELAY / 2;
const HelpButton = later(
  'shell/page/help-button.tsx',
  async () => (await import('./help-button.tsx')).HelpButton,
  null,
  { afterwards: true },
);

const InstallBanner = later(
  'shell/page/install-banner.tsx',
  async () => (await import('./install-banner.tsx')).InstallBanner,
  null,
  { afterwards: true },
);

const TextsOffer = later(
  'shell/page/texts-offer.tsx',
  async () => (await import('./texts-offer.tsx')).TextsOffer,
  null,
  { afterwards: true },
);

const OfClient = later(
  'shell/page/person/of-client.tsx',
  async () => (await import('./person/of-client.tsx')).OfClient,
  null,
  { afterwards: true },
);

/** Newer terms are asked about once in a sign-in: whoever signs in next is asked anew. */
function NewTexts({ onOffered }: { onOffered: (isOffered: boolean) => void }) {
  const { storage } = useShell();
  const { terms, privacy } = useTenant().legal;
  const versions = `${terms.version} ${privacy.version}`;
  const [wasAsked] = useState(() => Reflect.get(Object(storage.texts.read()), 'versions') === versions);
  return wasAsked ? null : (
    <TextsOffer onOffered={onOffered} onSettled={() => storage.texts.write({ versions })} />
  );
}

function Help() {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNear(true), HALF);
    return () => clearTimeout(timer);
  }, []);
  return isNear ? <HelpButton delay={HALF} /> : null;
}

/**
 * What the store asks and offers over the page, one at a time. The code of the offer to install comes from the second
 * visit on or with an order, and then stays for this visit.
 */
function Offers() {
  const { clock } = useShell();
  const { client } = useTenant();
  const [{ isSecond, isSilent }] = useState(() => countVisit(client, clock.now()));
  const isAtOrder = usePlace()?.screen === 'app.orderSuccess';
  const [hasOrdered, setOrdered] = useState(false);
  if (isAtOrder && !hasOrdered) setOrdered(true);
  const [isInstallOffered, setInstallOffered] = useState(false);
  const [areTextsOffered, setTextsOffered] = useState(false);
  const isClient = useAppState(({ context }) => context.session === 'client' && context.account !== null);
  return (
    <>
      {isInstallOffered || areTextsOffered ? null : <Help />}
      {isClient ? <NewTexts onOffered={setTextsOffered} /> : null}
      {!areTextsOffered && (isSecond || hasOrdered) && !isSilent ? (
        <InstallBanner onOffered={setInstallOffered} />
      ) : null}
    </>
  );
}

/** Of whoever is signed in: a visitor asks for nothing and loads none of it. */
function ForClients() {
  const isClient = useAppState(({ context }) => context.session === 'client' && context.account !== null);
  return isClient ? <OfClient /> : null;
}

/**
 * Around every screen, loaded after the first one: notices, title, focus and what is said, the room that the
 * bars take, the store's help and the offer to install it, and what the store told.
 */
export const Surroundings = () => (
  <>
    <Notices />
    <ScreenEffects />
    <Announcer />
    <Foot />
    <Offers />
    <ForClients />
    <PushOpened />
  </>
);
