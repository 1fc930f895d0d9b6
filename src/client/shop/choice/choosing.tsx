import { AppScreen } from '#client/app-screen.tsx';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useGo, useScreen } from '#client/links.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { Item } from '#contract/catalog.ts';
import { choicesIn, choicesText } from '#domain/choosing.ts';
import type { ConfigurationContext, ConfigurationEvent } from '#machines/catalog/configuration.machine.ts';
import type { Subject } from '#machines/navigation/search.ts';
import { type ReactNode, useEffect } from 'react';
import { useConfiguration } from './configuration.ts';
import { useWanted } from './wanted.ts';

export type ChoiceScreenId = 'app.kitOptionals' | 'app.flavor' | 'app.flavorConfirmation';

/** An item that is being put together, as its chart has it. */
export interface Choosing extends ConfigurationContext {
  /** Nothing is missing. */
  isWhole: boolean;
  /** Somebody wanted to go on, and something is missing. */
  isRefused: boolean;
  /** What the address says of it. */
  subject: Subject;
  send: (event: ConfigurationEvent) => void;
}
interface Props {
  screen: ChoiceScreenId;
  title: string;
  children: (choosing: Choosing) => ReactNode;
}

/** A screen of choices: the item that its address names, and what can be chosen in it. */
export function ChoiceScreen({ screen, title, children }: Props) {
  const { search } = useScreen(screen);
  const product = useRoot('product');
  const item = useRootState('product', ({ context }) =>
    context.itemId === search.item ? context.item : null,
  );
  const problem = useRootState('product', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  if (item)
    return (
      <Choices key={item.id} screen={screen} title={title} item={item} subject={search}>
        {children}
      </Choices>
    );
  return problem ? (
    <AppScreen title={title}>
      <Unreachable
        what="o produto"
        problem={problem}
        onRetry={() => product.send({ type: 'load.retried' })}
      />
    </AppScreen>
  ) : (
    <Coming title={title} />
  );
}

/** What was chosen stands in the address, so that reloading, sharing and coming back lose nothing. */
function Choices({ screen, title, item, subject, children }: Props & { item: Item; subject: Subject }) {
  const go = useGo();
  const { state, send } = useConfiguration(
    item,
    subject.choices === undefined ? item.selectedKitItems : choicesIn(subject.choices),
  );
  const isChoosing = state.matches('choosing');
  const choices = choicesText(state.context.selection) || NONE;
  const { package: box, quantity } = useWanted();
  useEffect(() => {
    const isTold = subject.choices === choices && subject.package === box && subject.quantity === quantity;
    if (!isChoosing || isTold) return;
    const { package: _package, quantity: _quantity, ...rest } = subject;
    go(screen, {}, { ...rest, choices, ...(box ? { package: box } : {}), ...(quantity ? { quantity } : {}) });
  }, [isChoosing, choices, box, quantity, subject, screen, go]);
  if (state.hasTag('busy')) return <Coming title={title} />;
  if (!isChoosing)
    return (
      <AppScreen title={title}>
        <Unreachable
          what="as opções"
          problem={state.hasTag('offline') ? 'offline' : 'failed'}
          onRetry={() => send({ type: 'load.retried' })}
        />
      </AppScreen>
    );
  return (
    <AppScreen title={title}>
      {children({
        ...state.context,
        isWhole: state.hasTag('whole'),
        isRefused: state.hasTag('refused'),
        subject,
        send,
      })}
    </AppScreen>
  );
}

/** In the address of an item in which nothing is chosen: without a word it would begin with what it comes with. */
const NONE = '0';

const Coming = ({ title }: { title: string }) => (
  <AppScreen title={title} busy>
    <Waiting>
      <Stack gap={4} gutter>
        <CardSkeleton height="200px" />
        <CardSkeleton height="240px" />
      </Stack>
    </Waiting>
  </AppScreen>
);
