import { addedText, askText, groupAddedText, groupName, lackText } from '#client/shop/choice/choice-words.ts';
import { Stepper } from '#components/form/stepper.tsx';
import { ChoiceCard, ChoiceOptionRow } from '#components/product/choice-card.tsx';
import { moneyText } from '#components/product/money.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import type { KitChoice } from '#domain/cart-line.ts';
import { type ChoiceGroup, type ChoiceOption, chosenIn, isFixed, roomFor } from '#domain/choosing.ts';
import type { Choosing } from '#client/shop/choice/choosing.tsx';

type Props = Pick<Choosing, 'groups' | 'selection' | 'isRefused' | 'refusals' | 'send'>;

/** Every group of an item with its options. */
export function OptionGroups({ groups, selection, isRefused, refusals, send }: Props) {
  const lacking = isRefused ? groups.find((group) => chosenIn(group, selection) < group.min) : undefined;
  const fixed = groups.filter(isFixed).flatMap(({ options }) => options);
  return (
    <>
      {fixed.length > 0 ? <Fixed options={fixed} /> : null}
      {groups
        .filter((group) => !isFixed(group))
        .map((group) => (
          <Group
            key={group.id}
            group={group}
            selection={selection}
            pointedAt={group === lacking ? refusals : 0}
            send={send}
          />
        ))}
    </>
  );
}

/** What comes with every one. */
function Fixed({ options }: { options: readonly ChoiceOption[] }) {
  return (
    <ChoiceCard title="Já vem junto" help="Não precisa escolher">
      {options.map((option) => (
        <ChoiceOptionRow
          key={option.id}
          picture={<Thumb src={option.image} tint={tintOf(option.name)} size={48} />}
          name={option.units === 1 ? option.name : `${option.units} × ${option.name}`}
          detail={[option.unit, addedText(option.price), option.stock < option.units ? 'esgotado' : '']
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ChoiceCard>
  );
}

interface GroupProps {
  group: ChoiceGroup;
  selection: readonly KitChoice[];
  /** How often somebody was led here; 0 where nothing is said about it. */
  pointedAt: number;
  send: Choosing['send'];
}
function Group({ group, selection, pointedAt, send }: GroupProps) {
  const chosen = chosenIn(group, selection);
  const missing = group.min - chosen;
  const name = groupName(group);
  return (
    <ChoiceCard
      title={name}
      help={askText(group)}
      progress={{
        chosen,
        max: group.max,
        lack: missing > 0 ? lackText(missing) : '',
        added: groupAddedText(group, selection),
      }}
      warning={pointedAt > 0 ? `${lackText(missing)} em ${name} para continuar.` : undefined}
      warned={pointedAt}
    >
      {group.options.map((option) => (
        <Option key={option.id} group={group} option={option} selection={selection} send={send} />
      ))}
    </ChoiceCard>
  );
}

function Option({
  group,
  option,
  selection,
  send,
}: {
  group: ChoiceGroup;
  option: ChoiceOption;
  selection: readonly KitChoice[];
  send: Choosing['send'];
}) {
  const quantity = selection.find(({ item }) => item.id === option.id)?.quantity ?? 0;
  const { most, reason } = roomFor(group, selection, option);
  const isOut = most <= 0 && reason === 'STOCK';
  const isFlavor = group.name === null;
  const isHeld = (option.held ?? 0) > 0;
  const full = isOut
    ? isHeld
      ? 'o resto está no carrinho'
      : 'esgotado'
    : quantity === 0 && most <= 0
      ? 'grupo completo'
      : '';
  const choose = (next: number) => send({ type: 'choice.changed', id: option.id, quantity: next });
  const isRadio = group.max === 1 && group.min === 1;
  const price = isFlavor ? moneyText(option.price) : addedText(option.price);
  return (
    <ChoiceOptionRow
      picture={<Thumb src={option.image} tint={tintOf(option.name)} size={48} />}
      name={option.name}
      detail={[option.unit, price, full].filter(Boolean).join(' · ')}
      radio={
        isRadio
          ? { group: group.id, checked: quantity === 1, disabled: isOut, onChoose: () => choose(1) }
          : undefined
      }
      end={
        isRadio ? undefined : (
          <Stepper
            kind="chosen"
            name={option.name}
            quantity={quantity}
            max={most}
            maxReason={reason === 'STOCK' ? stockText(most, isHeld) : 'O grupo está completo'}
            onChange={choose}
          />
        )
      }
    />
  );
}

/** Why no more of an option can be chosen. @param isHeld what is in the cart already is made of it too */
function stockText(most: number, isHeld: boolean): string {
  if (most <= 0) return isHeld ? 'O resto está no carrinho' : 'Esgotado';
  const left = most === 1 ? 'Só resta 1' : `Só restam ${most}`;
  return isHeld ? `${left} além do que está no carrinho` : left;
}
