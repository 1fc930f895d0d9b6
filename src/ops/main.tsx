import './look/mantine.css';
import '#shell/theme/fonts.css';
import '#shell/theme/tokens.css';
import './look/ops.css';
import { startDesk } from './start.tsx';

startDesk();
