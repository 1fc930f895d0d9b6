import { NotFoundScreen } from '#screens/not-found/not-found-screen.tsx';

/** For addresses that lead nowhere, and for campaigns and products that are gone. */
export const NotFound = NotFoundScreen;
