import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Notice, NoticeRegion } from '#components/feedback/notice-region.tsx';

const nothing = () => undefined;
const draw = (...notices: Notice[]) =>
  renderToString(<NoticeRegion notices={notices} onDismiss={nothing} onHold={nothing} />);

describe('the place of the notices', () => {
  it('is there before there is one, so that what comes is read out, and is no landmark until then', () => {
    expect(draw()).toMatch(/^<section[^>]* aria-live="polite"/);
    expect(draw()).not.toContain('aria-label');
  });
  it('can be found while there is one, with its button and the one that sends it away', () => {
    const html = draw({
      id: '1',
      text: 'Há uma versão nova da loja.',
      action: { label: 'Atualizar agora', onClick: nothing },
    });
    expect(html).toContain('aria-label="Avisos"');
    expect(html).toMatch(/Há uma versão nova da loja\..*Atualizar agora.*aria-label="Dispensar aviso"/s);
  });
});
