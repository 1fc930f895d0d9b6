import { later } from '#components/layout/later.tsx';
import { useState } from 'react';
import { AlertButton, type AlertBoxProps, type AlertOfferProps } from './alert-button.tsx';

/** What the button does comes afterwards: most who read a campaign's page ask for nothing. */
const LateBox = later<AlertBoxProps>(
  'client/shop/campaign/alert-box.tsx',
  async () => (await import('./alert-box.tsx')).AlertBox,
  (props) => <AlertButton {...props} onClick={() => props.onWant(true)} />,
  { afterwards: true },
);

/** Asks for one message when a campaign opens, unlocks or arrives; who has asked sees where it goes. */
export function AlertOffer(props: AlertOfferProps) {
  const [isWanted, setWanted] = useState(false);
  return <LateBox {...props} isWanted={isWanted} onWant={setWanted} />;
}
