import { ErrorState } from '#components/error-state.tsx';
import { IconWifiOff } from '@tabler/icons-react';
import type { CrashWords } from './crash.tsx';

/** In its looks, when the code for them can be had. */
export const CrashState = ({ title, text, label, isNetwork, onRetry }: CrashWords) => (
  <ErrorState
    heading
    {...(isNetwork ? { icon: <IconWifiOff size={28} /> } : {})}
    title={title}
    text={text}
    kept={{ items: ['Seu carrinho', 'Seu endereço de entrega'] }}
    retry={{ label, onClick: onRetry }}
  />
);
