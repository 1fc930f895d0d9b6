/** How a button is drawn whose press nothing takes back. */
export const FINAL = { color: 'var(--bad)' } as const;
