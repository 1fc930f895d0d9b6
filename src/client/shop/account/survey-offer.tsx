import { useLinkTo } from '#client/links.ts';
import { useSurvey } from '#client/shop/account/survey.ts';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import type { Account } from '#contract/people/account.ts';
import { type SurveyAbout, isOfOrder } from '#domain/person/survey.ts';
import { IconMessageStar } from '@tabler/icons-react';

export interface SurveyOfferProps {
  account: Account;
  about: SurveyAbout;
  /** of a section of its own */
  title?: string;
}

/** The way to the store's questions, where there are any that were not answered. */
export function SurveyOffer({ account, about, title }: SurveyOfferProps) {
  const { state } = useSurvey(account, isOfOrder(about) ? about.id : null, about);
  const linkTo = useLinkTo();
  if (!state.matches('asking')) return null;
  const offer = (
    <Card pad={false}>
      <RowList label="Pesquisa">
        <ListRow
          icon={<IconMessageStar size={24} />}
          title={isOfOrder(about) ? 'Conte como foi' : 'Conte o que achou'}
          detail={state.context.survey?.title}
          link={linkTo('app.survey', {}, isOfOrder(about) ? { order: about.id } : { campaign: about.slug })}
        />
      </RowList>
    </Card>
  );
  return title ? <Section title={title}>{offer}</Section> : offer;
}
