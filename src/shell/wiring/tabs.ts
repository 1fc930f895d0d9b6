import type { TabMessage, Tabs } from '#actors/tabs.ts';

/**
 * The other tabs of the same tenant in this browser. Without BroadcastChannel each tab is alone, and the
 * server's versions settle what they disagree on.
 * @param client the tenant's client name
 */
export function openTabs(client: string): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, hear: () => () => undefined };
  const channel = new BroadcastChannel(`vitrine:${client}`);
  return {
    tell: (message) => channel.postMessage(message),
    hear(listener) {
      // Only this origin's own pages reach the channel, and they run this code.
      const heard = ({ data }: MessageEvent<TabMessage>) => listener(data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
  };
}
