import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { LiveText } from '#components/layout/live-text.tsx';

const SHOWN_FOR = 2_500;

interface Props {
  text: string;
  kind?: 'primary' | 'soft' | 'quiet' | undefined;
  copiedText?: string | undefined;
  onCopied?: (() => void) | undefined;
  /** The browser would not: show the text so that it can be selected by hand. */
  onFailed?: (() => void) | undefined;
  children?: ReactNode;
}

export function CopyButton({
  text,
  kind = 'primary',
  copiedText = 'Código copiado',
  onCopied,
  onFailed,
  children = 'Copiar código',
}: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () => {
    // Absent on plain http, where a tester's phone on the local network looks at the shop.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new TypeError('no clipboard'));
    written.then(
      () => {
        setCopied(true);
        onCopied?.();
      },
      () => onFailed?.(),
    );
  };

  return (
    <>
      <Button kind={kind} onClick={copy} icon={isCopied ? <IconCheck size={24} /> : <IconCopy size={24} />}>
        {isCopied ? copiedText : children}
      </Button>
      <LiveText>{isCopied ? copiedText : ''}</LiveText>
    </>
  );
}
