import { Text } from '#components/layout/text.tsx';
import { HELP_DELAY } from '#domain/constants.ts';
import { useHelp } from './help.ts';

/** What the store's documents say of help, half a second after the screen (§9). */
export function HelpWords() {
  const { text } = useHelp({ delay: HELP_DELAY, isDismissed: false }).state.context;
  return text ? <Text tone="soft">{text}</Text> : null;
}
