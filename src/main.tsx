import { startShop } from '#shell/start.tsx';
import '#shell/theme/fonts.css';
import '#shell/theme/tokens.css';
import '#shell/theme/base.css';

// Code of the start was cut off with the network: what is drawn stands until the network is back.
startShop().catch((fault: unknown) => {
  globalThis.ononline = () => location.reload();
  throw fault;
});
