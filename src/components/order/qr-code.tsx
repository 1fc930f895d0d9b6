import { memo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

interface Props {
  text: string;
  label: string;
}

/**
 * One path on plain white with the four quiet modules the standard asks for, in any scheme: cameras read
 * nothing else as well. Import this file lazily. Drawn once for a text: beside a clock it would be worked out anew
 * with each second.
 */
export const QrCode = memo(function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path className={styles.paper} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.ink} d={path} />
    </svg>
  );
});
