import { useCallback } from 'react';
import { useTenant } from './hooks.ts';
import { mediaAddress } from './tenant.ts';

/** Addresses of a tenant's pictures by their file names. */
export function useMedia(): (name: string) => string {
  const { client } = useTenant();
  return useCallback((name) => mediaAddress(client, name), [client]);
}
