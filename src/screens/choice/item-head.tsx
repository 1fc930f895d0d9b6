import { listPriceOf, propertyOf } from '#client/shop/choice/item-words.ts';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { PriceBlock } from '#components/product/price-block.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import type { Item } from '#contract/catalog.ts';
import { type Cents, inCents } from '#contract/money.ts';
import { kitListPrice } from '#domain/selection.ts';

interface Props {
  item: Item;
  /** Of one, as it is chosen. */
  price: Cents;
  /** How it comes about: "Vale o preço do sabor mais caro". */
  rule?: string | undefined;
  /** Nothing is chosen that says the price. */
  from?: boolean;
}

/** What is being put together, and what one of it costs as it is now. */
export function ItemHead({ item, price, rule, from = false }: Props) {
  const list = item.type === 'KIT' ? listPriceOf(item) : undefined;
  return (
    <Row gap={4} align="start">
      <Thumb src={item.images[0] ?? null} tint={tintOf(propertyOf(item, 'tint') ?? item.name)} />
      <Stack gap={1}>
        <ScreenHeading>{item.name}</ScreenHeading>
        <Text size={15} tone="soft">
          {item.description}
        </Text>
        <PriceBlock
          large
          price={price}
          prefix={from ? 'a partir de' : undefined}
          listPrice={list === undefined ? undefined : kitListPrice(list, inCents(item.price), price)}
        />
        {rule ? (
          <Text size={13} tone="quiet">
            {rule}
          </Text>
        ) : null}
      </Stack>
    </Row>
  );
}
