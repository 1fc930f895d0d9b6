import './look/mantine.css';
import '#shell/theme/fonts.css';
import '#shell/theme/tokens.css';
import './look/book.css';
import { openBook } from './open.tsx';

openBook();
