import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useMedia } from '#client/media.ts';
import { useCartRules } from '#client/shop/cart/cart-total.ts';
import { type CartMoney, linePrice } from '#client/shop/cart/cart-money.ts';
import { useClosedCampaigns } from '#client/shop/campaign/closed-campaigns.ts';
import { choiceLines, missingChoices } from '#client/shop/cart/line-words.ts';
import { endOf } from '#client/shop/campaign/offer-words.ts';
import { useCampaign, usePersonLimit } from '#client/shop/campaign/campaigns.ts';
import { CartGroup } from '#components/order/cart-group.tsx';
import { CartLine } from '#components/order/cart-line.tsx';
import { Countdown } from '#components/order/countdown.tsx';
import { Nudge } from '#components/feedback/nudge.tsx';
import { QuietSelect } from '#components/form/quiet-select.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { type ControlIssue, campaignIssues } from '#domain/cart-controls.ts';
import { lineKey } from '#domain/cart-line.ts';
import { choicesText } from '#domain/choosing.ts';
import { isSoldOut } from '#domain/money/cart-totals.ts';
import { lineSums } from '#domain/money/statement.ts';
import { nudges } from '#domain/money/discount.ts';
import { ZERO } from '#domain/money/money.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { IconBasket, IconDiscount } from '@tabler/icons-react';
import { useMemo } from 'react';
import styles from './cart-groups.module.css';
import { type Group, groupsOf, issueText, measureOf, noticeOf, mostOf } from './cart-words.ts';

interface Props {
  money: CartMoney;
  /** In the drawer: smaller, without cards. */
  compact?: boolean;
}

/** The cart's lines by campaign, each with what can be done about it. */
export function CartGroups({ money, compact = false }: Props) {
  const lines = useRootState('cart', (s) => s.context.lines);
  const groups = useMemo(() => groupsOf(lines), [lines]);
  return groups.map((group) => (
    <CampaignLines key={group.campaignId} group={group} money={money} compact={compact} />
  ));
}

function CampaignLines({ group, money, compact }: { group: Group; money: CartMoney; compact: boolean }) {
  const known = useCampaign(group.campaignId);
  const now = useNow(30_000);
  const rules = useCartRules();
  const isClosed = useClosedCampaigns().has(group.campaignId);
  // Nobody is invited to more of what cannot be bought.
  const [nudge] = useMemo(() => (isClosed ? [] : nudges(group.lines, rules)), [isClosed, group.lines, rules]);
  const issues = useMemo(
    () => (isClosed || !known ? [] : campaignIssues(group.lines, known.campaign.cartControls)),
    [isClosed, group.lines, known],
  );
  const end = known && endOf(known.campaign);
  const aim = nudge && group.lines.find((line) => line.id === nudge.rule.productId);
  const of = nudge?.rule.minimumQuantity ?? 0;
  return (
    <CartGroup
      title={group.name}
      plain={compact}
      meta={
        end && end > now ? (
          <Countdown until={end} now={now} label="Fecha em" />
        ) : end ? (
          'Encerrada'
        ) : undefined
      }
    >
      {group.lines.map((line) => (
        <Line key={lineKey(line)} line={line} money={money} compact={compact} isClosed={isClosed} />
      ))}
      {issues.map((issue) => (
        <Nudge key={issue.type} icon={<IconBasket size={22} />} progress={progressOf(issue)}>
          {issueText(issue)}
        </Nudge>
      ))}
      {nudge ? (
        <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: of - nudge.missing, of }}>
          {aim ? `${nudge.text} em ${aim.name}` : nudge.text}
        </Nudge>
      ) : null}
    </CartGroup>
  );
}

/** How far a minimum is; a maximum that was passed has none. */
const progressOf = ({ type, current, required }: ControlIssue) =>
  type === 'MIN_TOTAL' || type === 'MIN_ITEMS'
    ? { kind: type === 'MIN_TOTAL' ? ('bar' as const) : ('pips' as const), done: current, of: required }
    : undefined;

function Line({
  line,
  money,
  compact,
  isClosed,
}: {
  line: HeldLine;
  money: CartMoney;
  compact: boolean;
  isClosed: boolean;
}) {
  const cart = useRoot('cart');
  const linkTo = useLinkTo();
  const media = useMedia();
  const changes = useRootState('cart', (s) => s.context.changes);
  const key = lineKey(line);
  const sums = money.lineTotals.get(key);
  const lines = useRootState('cart', (s) => s.context.lines);
  const notice = noticeOf(line, changes, lines);
  const perPerson = usePersonLimit(line.campaignId);
  const room = mostOf(line, lines, perPerson);
  const isOut = isSoldOut(line);
  const remove = () => cart.send({ type: 'line.removed', key });
  const { price, listPrice } = linePrice(lineSums({ ...line, discount: sums?.discount ?? ZERO }));
  return (
    <CartLine
      name={line.name}
      unit={measureOf(line)}
      choices={choiceLines(line.choices)}
      price={price}
      listPrice={isOut ? undefined : listPrice}
      image={line.image ? media(line.image) : null}
      tint={tintOf(line.tint ?? line.name)}
      link={linkTo('app.product', { campaignId: line.campaignId, itemId: line.id })}
      compact={compact}
      notice={
        notice ? (
          <span className={styles.notice} role={notice.asks || isOut ? 'status' : undefined}>
            {notice.text}
            {notice.asks ? (
              <span className={styles.answers}>
                <TextLink
                  onClick={() => cart.send({ type: 'changes.acknowledged' })}
                  label={`Aceitar o novo preço de ${line.name}`}
                >
                  Aceitar
                </TextLink>
                <TextLink onClick={remove} tone="ink" label={`Remover ${line.name}`}>
                  Remover
                </TextLink>
              </span>
            ) : null}
          </span>
        ) : undefined
      }
      change={
        line.choices && !isClosed && !isOut ? (
          <TextLink
            link={linkTo(
              'app.kitOptionals',
              {},
              {
                campaign: line.campaignId,
                item: line.id,
                choices: choicesText(line.selection ?? []),
                line: choicesText(line.selection ?? []),
              },
            )}
            label={`Alterar as escolhas de ${line.name}`}
          >
            Alterar escolhas
          </TextLink>
        ) : undefined
      }
      wish={
        compact || isOut ? undefined : (
          <QuietSelect
            label="Se faltar"
            about={line.name}
            unset="a loja decide"
            options={missingChoices}
            value={line.ifMissing}
            onChoose={(ifMissing) =>
              cart.send({ type: 'line.changed', key, quantity: line.quantity, ifMissing })
            }
          />
        )
      }
      stepper={
        isOut ? (
          <TextLink onClick={remove} label={`Remover ${line.name}`}>
            Remover
          </TextLink>
        ) : (
          <Stepper
            kind="flat"
            bin
            quantity={line.quantity}
            name={line.name}
            max={isClosed ? line.quantity : Math.max(1, room.most)}
            maxReason={isClosed ? 'A campanha não está aberta' : room.reason}
            onChange={(quantity) =>
              cart.send(
                quantity > 0 ? { type: 'line.changed', key, quantity } : { type: 'line.removed', key },
              )
            }
          />
        )
      }
    />
  );
}
