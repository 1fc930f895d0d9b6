import { startShop } from '#shell/start.tsx';
import '#shell/theme/fonts.css';
import '#shell/theme/tokens.css';
import '#shell/theme/base.css';

void startShop();
