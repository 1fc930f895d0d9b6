import { useTenant } from '#client/hooks.ts';
import { parcelsOf } from '#client/shop/payment/parcels.ts';
import type { Cents } from '#contract/money.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { formatInstallment } from '#domain/money/installments.ts';
import { priceAt } from '#domain/money/cart-totals.ts';
import { formatReais } from '#domain/money/money.ts';
import styles from './ways-to-pay.module.css';

const rateText = (rate: number) => `${String(rate).replace('.', ',')}% ao mês`;

/**
 * What one of a product costs in each way of paying: number, value, rate and total of the parcels.
 * Source: Decree 5.903/2006, art. 3.
 */
export function WaysToPay({ price }: { price: Cents }) {
  const { payment } = useTenant();
  const parcels = parcelsOf(payment, price).filter(({ n }) => n > 1);
  const { pixPercent = 0 } = payment;
  if (parcels.length === 0 && pixPercent === 0) return null;
  return (
    <details className={styles.ways}>
      <summary className={styles.summary}>
        {pixPercent > 0
          ? `${formatReais(priceAt(price, pixPercent))} no Pix, ${formatPercentOff(pixPercent)}`
          : 'Formas de pagamento'}
      </summary>
      <dl className={styles.list}>
        <div>
          <dt>Pix</dt>
          <dd>{formatReais(priceAt(price, pixPercent))} à vista</dd>
        </div>
        {payment.methods.includes('CREDIT_CARD') ? (
          <div>
            <dt>Cartão de crédito</dt>
            <dd>{formatReais(price)} à vista</dd>
            {parcels.map((parcel) => (
              <dd key={parcel.n}>
                {formatInstallment(parcel)}
                {parcel.interestFree ? '' : `: ${rateText(parcel.rate)}, total ${formatReais(parcel.total)}`}
              </dd>
            ))}
          </div>
        ) : null}
      </dl>
    </details>
  );
}
