import { useLinkTo } from '#client/links.ts';
import { useSurvey } from '#client/shop/account/survey.ts';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import type { Account } from '#contract/people/account.ts';
import type { SurveyOrder } from '#domain/person/survey.ts';
import { IconMessageStar } from '@tabler/icons-react';

export interface SurveyOfferProps {
  account: Account;
  order: SurveyOrder;
}

/** The way to the store's questions, where there are any that were not answered. */
export function SurveyOffer({ account, order }: SurveyOfferProps) {
  const { state } = useSurvey(account, order.id, order);
  const linkTo = useLinkTo();
  if (!state.matches('asking')) return null;
  return (
    <Card pad={false}>
      <RowList label="Pesquisa">
        <ListRow
          icon={<IconMessageStar size={24} />}
          title="Conte como foi"
          detail={state.context.survey?.title}
          link={linkTo('app.survey', {}, { order: order.id })}
        />
      </RowList>
    </Card>
  );
}
