import { startShop } from '#app/start.tsx';
import '#app/theme/fonts.css';
import '#app/theme/tokens.css';
import '#app/theme/base.css';

void startShop();
