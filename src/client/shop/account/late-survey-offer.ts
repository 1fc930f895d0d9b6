import { later } from '#components/layout/later.tsx';
import type { SurveyOfferProps } from './survey-offer.tsx';

/** Only whoever has an account is asked, and only once the screen is there. */
export const SurveyOffer = later<SurveyOfferProps>(
  'client/shop/account/survey-offer.tsx',
  async () => (await import('./survey-offer.tsx')).SurveyOffer,
  null,
  { afterwards: true },
);
