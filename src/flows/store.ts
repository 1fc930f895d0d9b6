const said = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The server names its store; files alone have none. */
export const hasStore = (): boolean => said('store') !== '';
/** The store's client name, for its calls. */
export const clientName = (): string => said('app');
