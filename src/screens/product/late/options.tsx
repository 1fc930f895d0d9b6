import { useRootState } from '#client/hooks.ts';
import {
  addedText,
  flavorAddedText,
  flavorPriceText,
  groupName,
  offerText,
} from '#client/shop/choice/choice-words.ts';
import { Skeleton } from '#components/feedback/skeleton.tsx';
import { later } from '#components/layout/later.tsx';
import type { Item } from '#contract/catalog.ts';
import { type ChoiceGroup, type ChoiceOption, choiceGroups, isFixed } from '#domain/choosing.ts';
import { flavorRule } from '#domain/selection.ts';
import { type ReactNode, useId } from 'react';
import styles from './options.module.css';

/** Comes when the page has. */
const LiveOptions = later(
  'screens/product/late/live-options.tsx',
  async () => (await import('./live-options.tsx')).LiveOptions,
  ({ children }) => children(null),
  { afterwards: true },
);

/**
 * What is in a kit and what can be chosen in it, or the flavours of an item, before somebody begins to
 * choose: at first as the item and the shelf say it. Flavours have their names from the shelf alone.
 */
export function Options({ item }: { item: Item }) {
  const shelf = useRootState('catalog', ({ context }) => context.items);
  const isKnown = item.type === 'KIT' || item.childItems.every((id) => shelf.some((one) => one.id === id));
  return (
    <div className={styles.options}>
      <LiveOptions key={item.id} item={item} isKnown={isKnown}>
        {(groups) => (
          <OptionList
            item={item}
            groups={groups ?? choiceGroups(item, shelf)}
            coming={groups || isKnown ? 0 : item.childItems.length}
          />
        )}
      </LiveOptions>
    </div>
  );
}

interface Props {
  item: Item;
  groups: readonly ChoiceGroup[];
  /** So many options have no name yet. */
  coming?: number;
}
export function OptionList({ item, groups, coming = 0 }: Props) {
  const fixed = groups.filter(isFixed).flatMap(({ options }) => options);
  return (
    <>
      {fixed.length > 0 ? (
        <Group title="Já vem junto">
          {fixed.map((option) => (
            <Option key={option.id} option={option} price={addedText(option.price)} />
          ))}
        </Group>
      ) : null}
      {groups
        .filter((group) => !isFixed(group))
        .map((group) => (
          <Group
            key={group.id}
            title={groupName(group)}
            asked={[
              offerText(group, coming || group.options.length),
              group.name === null && group.max > 1 ? flavorPriceText(flavorRule(item.properties)) : '',
            ]}
          >
            {coming > 0
              ? item.childItems.map((id) => (
                  <li key={id} className={styles.option}>
                    <Skeleton width="60%" />
                  </li>
                ))
              : group.options.map((option) => (
                  <Option
                    key={option.id}
                    option={option}
                    isIncluded={item.selectedKitItems.some(({ item: { id } }) => id === option.id)}
                    price={
                      group.name === null
                        ? flavorAddedText(flavorRule(item.properties), group, option)
                        : addedText(option.price)
                    }
                  />
                ))}
          </Group>
        ))}
    </>
  );
}

/** @param asked how many are chosen of it, and how they make the price */
function Group({
  title,
  asked = [],
  children,
}: {
  title: string;
  asked?: readonly string[];
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {asked.length > 0 ? <p className={styles.asked}>{asked.filter(Boolean).join(' · ')}</p> : null}
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

interface OptionProps {
  option: ChoiceOption;
  price: string;
  /** It is in it until something else is chosen. */
  isIncluded?: boolean;
}
function Option({ option: { name, units, stock }, price, isIncluded = false }: OptionProps) {
  const detail = [isIncluded ? 'já vem' : '', price, stock < units ? 'esgotado' : ''];
  return (
    <li className={styles.option}>
      <span className={styles.name}>{units === 1 ? name : `${units} × ${name}`}</span>
      <span className={styles.detail}>{detail.filter(Boolean).join(' · ')}</span>
    </li>
  );
}
