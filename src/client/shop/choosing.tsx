import { AppScreen } from '#client/app-screen.tsx';
import { useShell } from '#client/context.ts';
import { useOnline, useRoot, useRootState } from '#client/hooks.ts';
import { useGo, useScreen } from '#client/links.ts';
import { Unreachable } from '#client/shop/unreachable.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { childrenActors } from '#actors/children.ts';
import type { Item } from '#contract/catalog.ts';
import { choicesIn, choicesText } from '#domain/choosing.ts';
import {
  type ConfigurationContext,
  type ConfigurationEvent,
  configurationMachine,
} from '#machines/catalog/configuration.machine.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { Subject } from '#machines/navigation/search.ts';
import { useActor } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';

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
  const { api, app, clock } = useShell();
  const go = useGo();
  const [machine] = useState(() => configurationMachine.provide({ actors: childrenActors(api) }));
  const [state, send] = useActor(machine, {
    input: {
      item,
      selection: subject.choices === undefined ? item.selectedKitItems : choicesIn(subject.choices),
      known: childrenOf(app, item, clock.now()),
    },
  });
  const { children: parts } = state.context;
  useEffect(() => {
    if (parts.length > 0 && lately.get(app)?.children !== parts)
      lately.set(app, { item: item.id, children: parts, until: clock.now() + KEPT_FOR });
  }, [app, clock, item.id, parts]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const isNews = item !== state.context.item;
  useEffect(() => {
    if (isNews) send({ type: 'item.changed', item });
  }, [isNews, item, send]);
  const isChoosing = state.matches('choosing');
  const choices = choicesText(state.context.selection) || NONE;
  useEffect(() => {
    if (isChoosing && subject.choices !== choices) go(screen, {}, { ...subject, choices });
  }, [isChoosing, choices, subject, screen, go]);
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

/** Flavours and their confirmation are two screens of one item: what it is filled with is asked for once, ms. */
const KEPT_FOR = 60_000;
const lately = new WeakMap<AppActor, { item: string; children: readonly Item[]; until: number }>();
function childrenOf(app: AppActor, { id }: Item, now: number): readonly Item[] | null {
  const known = lately.get(app);
  return known?.item === id && now < known.until ? known.children : null;
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
